"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createRecoveryCodes, turnOffSecondFactor } from "../../lib/queries/second-factor.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { HANDLES_UNAUTHENTICATED } from "./handles-unauthenticated.ts";
import { CurrentPasswordField } from "./password-fields.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** The signed-in person's second factor, with what can be changed about it. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  return (
    <section aria-labelledby="second-factor" className="flex max-w-sm flex-col gap-2">
      <h2 id="second-factor" className="font-semibold text-sm">
        Two-factor authentication
      </h2>
      {isOn ? (
        <Controls />
      ) : (
        <>
          <p className="text-muted">
            Sign in with a code from an authenticator app as well, so that your password alone isn't
            enough.
          </p>
          <a href="/account/second-factor" className={`${buttonClass()} self-start`}>
            Set up two-factor authentication
          </a>
        </>
      )}
    </section>
  );
}

function Controls() {
  const [password, setPassword] = useState("");
  const renew = useMutation({
    mutationFn: () => createRecoveryCodes(password),
    meta: HANDLES_UNAUTHENTICATED,
    onSuccess: () => setPassword(""),
  });
  const turnOff = useMutation({
    mutationFn: () => turnOffSecondFactor(password),
    meta: HANDLES_UNAUTHENTICATED,
    onSuccess: () => location.reload(),
  });
  const busy = renew.isPending || turnOff.isPending || password === "";
  return (
    <>
      <p className="text-muted">
        On. You sign in with your password and a code from your authenticator app.
      </p>
      <ErrorNotice error={renew.error ?? turnOff.error} />
      {renew.data && (
        <>
          <p role="status">Your old recovery codes no longer work.</p>
          <RecoveryCodes codes={renew.data.recoveryCodes} />
        </>
      )}
      <CurrentPasswordField label="Confirm your password" value={password} onChange={setPassword} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={busy} onClick={() => renew.mutate()}>
          Create new recovery codes
        </Button>
        <Button variant="danger" disabled={busy} onClick={() => turnOff.mutate()}>
          Turn off two-factor authentication
        </Button>
      </div>
    </>
  );
}
