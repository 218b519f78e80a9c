"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { signInWithPasskey } from "../../lib/queries/passkeys.ts";
import { signInWithPassword } from "../../lib/queries/sign-in.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import { CodeForm } from "./code-form.tsx";
import { EmailField } from "./email-field.tsx";
import { HANDLES_UNAUTHENTICATED } from "./handles-unauthenticated.ts";
import { CurrentPasswordField } from "./password-fields.tsx";
import { ProviderButton } from "./provider-button.tsx";

/** Signs in and opens the page at `next`. */
export function SignInForm(props: {
  next: string;
  hasProvider: boolean;
  hasPasskeys: boolean;
  problem: string | null;
  /** Whether the password was entered already, and the second factor's code is missing. */
  needsCode: boolean;
}) {
  const { next } = props;
  const [needsCode, setNeedsCode] = useState(props.needsCode);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: () => signInWithPassword({ email: email.trim(), password }),
    meta: HANDLES_UNAUTHENTICATED,
    onSuccess: (answer) => {
      if (answer.needsCode) setNeedsCode(true);
      else location.assign(next);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  const startOver = () => {
    setPassword("");
    setNeedsCode(false);
    signIn.reset();
  };
  if (needsCode) return <CodeForm next={next} onBack={startOver} />;
  const problem = signIn.error?.message ?? (signIn.isIdle ? props.problem : null);
  return (
    <>
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <form onSubmit={submit} className="flex flex-col gap-3">
        <EmailField value={email} onChange={setEmail} />
        <CurrentPasswordField label="Password" value={password} onChange={setPassword} />
        <Button type="submit" variant="primary" disabled={signIn.isPending || signIn.isSuccess}>
          Sign in
        </Button>
      </form>
      {props.hasPasskeys && <PasskeySignIn next={next} />}
      {props.hasProvider && <ProviderButton next={next} />}
      <p className="text-muted">
        No account? Ask an admin to invite you. Forgot your password? Ask an admin for a reset link.
      </p>
    </>
  );
}

/** Signs in with a passkey, and opens the page at `next`. */
function PasskeySignIn({ next }: { next: string }) {
  const signIn = useMutation({
    mutationFn: signInWithPasskey,
    meta: HANDLES_UNAUTHENTICATED,
    onSuccess: () => location.assign(next),
  });
  return (
    <>
      <ErrorNotice error={signIn.error} />
      <Button disabled={signIn.isPending || signIn.isSuccess} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
    </>
  );
}
