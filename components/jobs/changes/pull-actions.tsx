"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { closePull, mergePull } from "../../../lib/queries/pulls.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";

/** Buttons to merge and close. Neither can be undone, and errors explain what failed. */
export function PullActions({ number, canMerge }: { number: number; canMerge: boolean }) {
  const router = useRouter();
  const [isClosing, setIsClosing] = useState(false);
  const act = useMutation({
    mutationFn: (action: typeof mergePull) => action(number),
    onSettled: () => router.refresh(),
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-2">
        <Button
          variant="primary"
          data-testid="merge-pull"
          disabled={!canMerge || act.isPending}
          onClick={() => act.mutate(mergePull)}
        >
          Merge pull request
        </Button>
        <Button
          data-testid="close-pull"
          disabled={act.isPending}
          onClick={() => setIsClosing(true)}
        >
          Close pull request
        </Button>
      </div>
      {isClosing ? (
        <ConfirmDialog
          title={`Close pull request #${number}?`}
          action="Close pull request"
          isBusy={act.isPending}
          error={act.error}
          done={null}
          onConfirm={() => act.mutate(closePull, { onSuccess: () => setIsClosing(false) })}
          onClose={() => setIsClosing(false)}
        >
          <p>Its changes aren't merged. Their branch stays in the repository.</p>
          <p>
            <b className="font-semibold">You can't undo this.</b>
          </p>
        </ConfirmDialog>
      ) : (
        <ErrorNotice error={act.error} />
      )}
    </div>
  );
}
