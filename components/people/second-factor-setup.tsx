"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { NewSecondFactor } from "../../lib/contract/api/people.ts";
import { enterCode, startSecondFactor } from "../../lib/queries/second-factor.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { CodeField } from "./code-field.tsx";
import { HANDLES_UNAUTHENTICATED } from "./handles-unauthenticated.ts";
import { CurrentPasswordField } from "./password-fields.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SignOut } from "./sign-out.tsx";

/** Sets up a second factor: password, QR code, first code, recovery codes. Then leads to `next`. */
export function SecondFactorSetup(props: { next: string; isRequired: boolean }) {
  const [password, setPassword] = useState("");
  const start = useMutation({
    mutationFn: () => startSecondFactor(password),
    meta: HANDLES_UNAUTHENTICATED,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  if (start.data) return <Confirmation {...props} secondFactor={start.data.secondFactor} />;
  return (
    <>
      <p className="text-muted">
        {props.isRequired && "Your role requires two-factor authentication. "}
        You'll need an authenticator app, such as the one in your password manager or on your phone.
      </p>
      <ErrorNotice error={start.error} />
      <form onSubmit={submit} className="flex flex-col gap-3">
        <CurrentPasswordField
          label="Confirm your password"
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" variant="primary" disabled={start.isPending}>
          Continue
        </Button>
      </form>
      {props.isRequired ? (
        <SignOut />
      ) : (
        <a href={props.next} className={buttonClass()}>
          Cancel
        </a>
      )}
    </>
  );
}

function Confirmation(props: { next: string; secondFactor: NewSecondFactor }) {
  const { secret, uri, qr, recoveryCodes } = props.secondFactor;
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => enterCode(code),
    meta: HANDLES_UNAUTHENTICATED,
    onError: () => setCode(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  if (confirm.isSuccess) {
    return (
      <>
        <p role="status">Two-factor authentication is on. Your other sessions were signed out.</p>
        <RecoveryCodes codes={recoveryCodes} />
        <a href={props.next} className={buttonClass("primary")}>
          I&apos;ve saved my recovery codes
        </a>
      </>
    );
  }
  return (
    <>
      <p className="text-muted">
        Scan this QR code with your authenticator app, or{" "}
        <a href={uri} className="link text-accent">
          open the setup link on this device
        </a>
        . Then enter the code the app shows.
      </p>
      {/* Dark on white in both themes, or apps can't read it. */}
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="QR code for the setup key below"
        shapeRendering="crispEdges"
        className="size-48 forced-color-adjust-none self-center rounded-md bg-white"
      >
        <path d={qr.path} fill="#000" />
      </svg>
      <p className="text-muted text-xs">
        Can't scan it? Enter this setup key in the app:{" "}
        <code data-testid="second-factor-secret" className="block break-all font-mono text-ink">
          {secret}
        </code>
      </p>
      <ErrorNotice error={confirm.error} />
      <form onSubmit={submit} className="flex flex-col gap-3">
        <CodeField kind="app" value={code} onChange={setCode} />
        <Button type="submit" variant="primary" disabled={confirm.isPending}>
          Turn on two-factor authentication
        </Button>
      </form>
    </>
  );
}
