"use client";

import { useMutation } from "@tanstack/react-query";
import { signOut } from "../../lib/queries/sign-in.ts";
import { flushDrafts, forgetDrafts } from "../draft/forget-drafts.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";

/** Ends the session on the server and opens the sign-in page. */
export function SignOut() {
  const endSession = useMutation({
    mutationFn: async () => {
      await flushDrafts();
      return signOut();
    },
    onSuccess: () => {
      forgetDrafts();
      location.assign("/sign-in");
    },
  });
  return (
    <>
      <Button
        disabled={endSession.isPending || endSession.isSuccess}
        onClick={() => endSession.mutate()}
      >
        Sign out
      </Button>
      <ErrorNotice error={endSession.error} />
    </>
  );
}
