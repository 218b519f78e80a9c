"use client";

import { useState } from "react";
import type { Account } from "../../lib/contract/api/people.ts";
import { changePerson, createPasswordLink } from "../../lib/queries/people.ts";
import { resetSecondFactor } from "../../lib/queries/second-factor.ts";
import { useSession } from "../app/session.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Notice } from "../ui/notice.tsx";
import { NewLink } from "./new-link.tsx";
import { RoleSelect } from "./role-select.tsx";
import { usePeopleChange } from "./use-people-change.ts";

const DeletePerson = lazyPart({
  name: "the confirmation dialog",
  load: () => import("./delete-person.tsx").then((module) => module.DeletePerson),
  failure: "floating",
});

const SIGN_IN_METHODS = { password: "a password", provider: "your organization" };

/** One person, with the actions an admin can take. */
export function PersonItem({ person }: { person: Account }) {
  const change = usePeopleChange((update: Parameters<typeof changePerson>[1]) =>
    changePerson(person.id, update),
  );
  const link = usePeopleChange(() => createPasswordLink(person.id));
  const reset = usePeopleChange(() => resetSecondFactor(person.id));
  const [isDeleting, setIsDeleting] = useState(false);
  const isBusy = change.isPending || link.isPending || reset.isPending;
  return (
    <li className="flex flex-col gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Identity person={person} />
        <RoleSelect
          label={`Role for ${person.name}`}
          isShort
          value={person.role}
          disabled={isBusy}
          onChoose={(role) => change.mutate({ role })}
        />
        <Action
          text="Create reset link"
          about={`for ${person.name}`}
          isDisabled={isBusy || person.disabled}
          onClick={() => link.mutate(undefined)}
        />
        <ResetSecondFactor person={person} isBusy={isBusy} reset={reset} />
        <Action
          text={person.disabled ? "Enable" : "Disable"}
          about={person.name}
          isDanger={!person.disabled}
          isDisabled={isBusy}
          onClick={() => change.mutate({ disabled: !person.disabled })}
        />
        <Action
          text="Delete"
          about={person.name}
          isDanger
          isDisabled={isBusy}
          onClick={() => setIsDeleting(true)}
        />
      </div>
      <ErrorNotice error={change.error ?? link.error ?? reset.error} />
      {reset.isSuccess && !hasFactor(person) && (
        <Notice tone="good" role="status">
          Two-factor authentication was reset. {person.name} was signed out.
        </Notice>
      )}
      {isDeleting && <DeletePerson person={person} onClose={() => setIsDeleting(false)} />}
      {link.data && <NewLink key={link.data.invitation.id} created={link.data} />}
    </li>
  );
}

function Identity({ person }: { person: Account }) {
  const isMe = useSession().person.id === person.id;
  return (
    <span className="untrusted min-w-0 flex-1 basis-48">
      <span className="font-medium">{person.name}</span>
      {isMe && " (you)"} <span className="text-muted">{person.email}</span>
      <span className="block text-muted text-xs">
        {person.disabled ? "Disabled: can't sign in" : signInText(person)}
      </span>
    </span>
  );
}

/** A button. @param props.about what only screen readers add */
function Action(props: {
  text: string;
  about: string;
  isDanger?: boolean;
  isDisabled: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      variant={props.isDanger ? "danger" : "plain"}
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      {props.text}
      <span className="sr-only"> {props.about}</span>
    </Button>
  );
}

/** Not for oneself. Stays after a reset, or a second click would reach the button beside it. */
function ResetSecondFactor(props: {
  person: Account;
  isBusy: boolean;
  reset: { isSuccess: boolean; mutate: (nothing: undefined) => void };
}) {
  const { person, isBusy, reset } = props;
  const isMe = useSession().person.id === person.id;
  if (isMe || !(hasFactor(person) || reset.isSuccess)) return null;
  return (
    <Action
      text="Reset 2FA"
      about={`for ${person.name}`}
      isDisabled={isBusy || !hasFactor(person)}
      onClick={() => reset.mutate(undefined)}
    />
  );
}

function hasFactor({ hasSecondFactor, hasPasskey }: Account): boolean {
  return hasSecondFactor || hasPasskey;
}

function signInText({ signsInWith, hasPasskey, hasSecondFactor }: Account): string {
  const methods = signsInWith.map((method) => SIGN_IN_METHODS[method]);
  const all = hasPasskey ? [...methods, "a passkey"] : methods;
  const code = hasSecondFactor ? ", with two-factor authentication" : "";
  return `Signs in with ${all.join(" or ")}${code}`;
}
