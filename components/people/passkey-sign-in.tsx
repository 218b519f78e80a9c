"use client";

import { useMutation } from "@tanstack/react-query";
import { signInWithPasskey } from "../../lib/queries/passkeys.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { HANDLES_UNAUTHENTICATED } from "./handles-unauthenticated.ts";

/** Signs in with a passkey, and opens the page at `next`. */
export function PasskeySignIn({ next }: { next: string }) {
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
