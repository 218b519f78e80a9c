"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { closePull, mergePull } from "../../../lib/queries/pulls.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { ClosePullDialog } from "./close-pull-dialog.tsx";

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
        <ClosePullDialog
          number={number}
          isBusy={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate(closePull, { onSuccess: () => setIsClosing(false) })}
          onClose={() => setIsClosing(false)}
        />
      ) : (
        <ErrorNotice error={act.error} />
      )}
    </div>
  );
}
