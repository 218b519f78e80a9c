"use client";

import { useState } from "react";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { useSetOutcome } from "./use-set-outcome.ts";

/** Cancels a job or marks it as handled, and offers a retry. */
export function MarkHandled(props: {
  job: JobDetail;
  outcome: "cancel" | "handled" | "unfollowed";
  label: string;
  canRetry?: boolean;
}) {
  const { job, outcome, canRetry = false } = props;
  // One key while this is on screen, so that a second click sends nothing more.
  const [intentKey] = useState(newIntentKey);
  const save = useSetOutcome(job);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {canRetry && (
        <Button
          variant="primary"
          disabled={save.isPending}
          onClick={() => save.mutate({ outcome: "retry", intentKey })}
        >
          Retry as new job
        </Button>
      )}
      <Button disabled={save.isPending} onClick={() => save.mutate({ outcome })}>
        {props.label}
      </Button>
      <ErrorNotice error={save.error} />
    </div>
  );
}
