"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { PASSKEY_NAME_LENGTH } from "../../lib/contract/api/limits.ts";
import type { Passkey } from "../../lib/contract/api/passkeys.ts";
import { addPasskey, myPasskeys, removePasskey } from "../../lib/queries/passkeys.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { TextField } from "../ui/text-field.tsx";
import { HANDLES_UNAUTHENTICATED } from "./handles-unauthenticated.ts";
import { CurrentPasswordField } from "./password-fields.tsx";

/** The signed-in person's passkeys, with a button to remove each, and a form to add one. */
export function Passkeys() {
  const client = useQueryClient();
  const { data, error } = useQuery(myPasskeys);
  const [isAdding, setIsAdding] = useState(false);
  const remove = useMutation({
    mutationFn: removePasskey,
    onSuccess: (remaining) => client.setQueryData(myPasskeys.queryKey, remaining),
  });
  const passkeys = data?.passkeys ?? [];
  return (
    <section aria-labelledby="passkeys" className="flex flex-col gap-2">
      <h2 id="passkeys" className="font-semibold text-sm">
        Passkeys
      </h2>
      <p className="max-w-prose text-muted">
        Sign in with your fingerprint, face, or screen lock instead of your password and a code.
      </p>
      <ErrorNotice error={error ?? remove.error} />
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              busy={remove.isPending}
              onRemove={() => remove.mutate(passkey.id)}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewPasskey onDone={() => setIsAdding(false)} />
      ) : (
        <Button className="self-start" onClick={() => setIsAdding(true)}>
          Add passkey
        </Button>
      )}
    </section>
  );
}

function PasskeyItem(props: { passkey: Passkey; busy: boolean; onRemove: () => void }) {
  const { name, createdAt } = props.passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <span className="untrusted min-w-0 flex-1 basis-40 font-medium">{name}</span>
      <span className="text-muted">
        Added <Time at={createdAt} />
      </span>
      <Button variant="danger" disabled={props.busy} onClick={props.onRemove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}

function NewPasskey({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const add = useMutation({
    mutationFn: () => addPasskey({ name: name.trim(), password }),
    meta: HANDLES_UNAUTHENTICATED,
    onSuccess: (all) => {
      client.setQueryData(myPasskeys.queryKey, all);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-3">
      <ErrorNotice error={add.error} />
      <TextField
        label="Name"
        hint="For example, Work laptop"
        required
        autoFocus
        maxLength={PASSKEY_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <CurrentPasswordField label="Confirm your password" value={password} onChange={setPassword} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={add.isPending}>
          Add passkey
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}
