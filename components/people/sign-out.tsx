"use client";

import { useMutation } from "@tanstack/react-query";
import { signOut } from "../../lib/queries/sign-in.ts";
import { forgetDrafts } from "../draft/saved-drafts.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";

/** Ends the session on the server, and shows the way back in. */
export function SignOut() {
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      forgetDrafts();
      location.assign("/sign-in");
    },
  });
  return (
    <>
      <Button disabled={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        Sign out
      </Button>
      <ErrorNotice error={leave.error} />
    </>
  );
}
