"use client";

import { useMutation } from "@tanstack/react-query";
import { signInAtProvider } from "../../lib/queries/sign-in.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { HANDLES_UNAUTHENTICATED } from "./handles-unauthenticated.ts";

/** Starts sign-in at the organization's provider. */
export function ProviderButton(props: { next: string; invitation?: string }) {
  const start = useMutation({
    mutationFn: () => signInAtProvider(props.next, props.invitation),
    meta: HANDLES_UNAUTHENTICATED,
    onSuccess: ({ url }) => {
      if (url) location.assign(url);
    },
  });
  return (
    <>
      <ErrorNotice error={start.error} />
      <Button disabled={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        Sign in with your organization
      </Button>
    </>
  );
}
