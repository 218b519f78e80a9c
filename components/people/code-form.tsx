"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { enterCode } from "../../lib/queries/second-factor.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { CodeField } from "./code-field.tsx";
import { HANDLES_UNAUTHENTICATED } from "./handles-unauthenticated.ts";

/** Completes a sign-in with a code of the second factor, and opens the page at `next`. */
export function CodeForm(props: { next: string; onBack: () => void }) {
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const [code, setCode] = useState("");
  const enter = useMutation({
    mutationFn: () => enterCode(code, kind),
    meta: HANDLES_UNAUTHENTICATED,
    onSuccess: () => location.assign(props.next),
    onError: () => setCode(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate();
  };
  const switchKind = () => {
    setKind(kind === "app" ? "recovery" : "app");
    setCode("");
    enter.reset();
  };
  return (
    <>
      <ErrorNotice error={enter.error} />
      <form onSubmit={submit} className="flex flex-col gap-3">
        <CodeField key={kind} kind={kind} value={code} onChange={setCode} />
        <Button type="submit" variant="primary" disabled={enter.isPending || enter.isSuccess}>
          Sign in
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button onClick={switchKind}>
          {kind === "app" ? "Use a recovery code" : "Use your authenticator app"}
        </Button>
        <Button onClick={props.onBack}>Back to password</Button>
      </div>
      <p className="text-muted">
        Lost your device and your recovery codes? Ask an admin to reset two-factor authentication.
      </p>
    </>
  );
}
