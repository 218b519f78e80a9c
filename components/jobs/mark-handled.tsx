"use client";

import { useState } from "react";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { useResolve } from "./use-resolve.ts";

/** Ends a job that waits for a person, or sends the same prompt as a new one. */
export function SetAside(props: {
  job: JobDetail;
  outcome: "cancel" | "set_aside";
  label: string;
  again?: boolean;
}) {
  const { job, outcome, again = false } = props;
  // One key as long as this is on screen: a second press is the same intent.
  const [intentKey] = useState(newIntentKey);
  const resolve = useResolve(job);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {again && (
        <Button
          variant="primary"
          disabled={resolve.isPending}
          onClick={() => resolve.mutate({ outcome: "again", intentKey })}
        >
          Send it again as a new job
        </Button>
      )}
      <Button disabled={resolve.isPending} onClick={() => resolve.mutate({ outcome })}>
        {props.label}
      </Button>
      <ErrorNotice error={resolve.error} />
    </div>
  );
}
