"use client";

import { useMutation } from "@tanstack/react-query";
import { removeSample } from "../../lib/queries/removal.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";

/** Removes the sample's feedback, then opens the inbox. */
export function RemoveSample({ projectId, items }: { projectId: string; items: number }) {
  const remove = useMutation({
    mutationFn: () => removeSample(projectId, items),
    // A new page, as the lists in memory still have the items.
    onSuccess: () => location.assign(`/${projectId}/feedback`),
  });
  return (
    <>
      <ErrorNotice error={remove.error} />
      <Button
        variant="danger"
        className="self-start"
        disabled={remove.isPending || remove.isSuccess}
        onClick={() => remove.mutate()}
      >
        Remove sample data
      </Button>
    </>
  );
}
