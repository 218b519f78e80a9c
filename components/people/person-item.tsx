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
  const isMe = useSession().person.id === person.id;
  const change = usePeopleChange((update: Parameters<typeof changePerson>[1]) =>
    changePerson(person.id, update),
  );
  const link = usePeopleChange(() => createPasswordLink(person.id));
  const reset = usePeopleChange(() => resetSecondFactor(person.id));
  const [isDeleting, setIsDeleting] = useState(false);
  const canReset = person.hasSecondFactor || person.hasPasskey;
  const busy = change.isPending || link.isPending || reset.isPending;
  const problem = change.error ?? link.error ?? reset.error;
  return (
    <li className="flex flex-col gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="untrusted min-w-0 flex-1 basis-48">
          <span className="font-medium">{person.name}</span>
          {isMe && " (you)"} <span className="text-muted">{person.email}</span>
          <span className="block text-muted text-xs">
            {person.disabled ? "Disabled: can't sign in" : signInText(person)}
          </span>
        </span>
        <RoleSelect
          label={`Role for ${person.name}`}
          value={person.role}
          disabled={busy}
          onChoose={(role) => change.mutate({ role })}
        />
        <Button disabled={busy || person.disabled} onClick={() => link.mutate(undefined)}>
          Create reset link<span className="sr-only"> for {person.name}</span>
        </Button>
        {/* Stays after a reset, or a second click would reach the button beside it. */}
        {(canReset || reset.isSuccess) && !isMe && (
          <Button disabled={busy || !canReset} onClick={() => reset.mutate(undefined)}>
            Reset 2FA<span className="sr-only"> for {person.name}</span>
          </Button>
        )}
        <Button
          variant={person.disabled ? "plain" : "danger"}
          disabled={busy}
          onClick={() => change.mutate({ disabled: !person.disabled })}
        >
          {person.disabled ? "Enable" : "Disable"}
          <span className="sr-only"> {person.name}</span>
        </Button>
        <Button variant="danger" disabled={busy} onClick={() => setIsDeleting(true)}>
          Delete<span className="sr-only"> {person.name}</span>
        </Button>
      </div>
      <ErrorNotice error={problem} />
      {reset.isSuccess && !canReset && (
        <Notice tone="good" role="status">
          Two-factor authentication was reset. {person.name} was signed out.
        </Notice>
      )}
      {isDeleting && <DeletePerson person={person} onClose={() => setIsDeleting(false)} />}
      {link.data && <NewLink key={link.data.invitation.id} created={link.data} />}
    </li>
  );
}

function signInText({ signsInWith, hasPasskey, hasSecondFactor }: Account): string {
  const methods = signsInWith.map((method) => SIGN_IN_METHODS[method]);
  const all = hasPasskey ? [...methods, "a passkey"] : methods;
  const code = hasSecondFactor ? ", with two-factor authentication" : "";
  return `Signs in with ${all.join(" or ")}${code}`;
}
