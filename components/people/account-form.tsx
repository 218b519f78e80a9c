"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { PERSON_NAME_LENGTH } from "../../lib/contract/api/limits.ts";
import { acceptInvitation } from "../../lib/queries/sign-in.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { TextField } from "../ui/text-field.tsx";
import { EmailField } from "./email-field.tsx";
import { HANDLES_UNAUTHENTICATED } from "./handles-unauthenticated.ts";
import { NewPasswordField } from "./password-fields.tsx";

/**
 * Creates the account of an invitation, or sets its new password, and signs in. Asks for an email or a
 * name if it is null.
 */
export function AccountForm(props: { token: string; email: string | null; name: string | null }) {
  const [name, setName] = useState(props.name ?? "");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const accept = useMutation({
    mutationFn: () =>
      acceptInvitation({
        token: props.token,
        name: name.trim(),
        password,
        ...(props.email === null ? { email: email.trim() } : {}),
      }),
    meta: HANDLES_UNAUTHENTICATED,
    onSuccess: ({ needsCode }) => location.assign(needsCode ? "/sign-in?step=code" : "/"),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  return (
    <>
      <ErrorNotice error={accept.error} />
      <form onSubmit={submit} className="flex flex-col gap-3">
        <EmailField
          readOnly={props.email !== null}
          value={props.email ?? email}
          onChange={setEmail}
        />
        {props.name === null && (
          <TextField
            label="Your name"
            hint="Your teammates see it next to your changes"
            autoComplete="name"
            required
            maxLength={PERSON_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <NewPasswordField
          label={props.name === null ? "Password" : "New password"}
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" variant="primary" disabled={accept.isPending || accept.isSuccess}>
          {props.name === null ? "Create account" : "Set password"}
        </Button>
      </form>
    </>
  );
}
