"use client";

import { type FormEvent, useState } from "react";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { fieldClass } from "../ui/field.ts";
import { useSetOutcome } from "./use-set-outcome.ts";

/** Asks whether a job whose answer was lost exists on the platform. */
export function SetOutcome({ job }: { job: JobDetail }) {
  const [platformJobId, setPlatformJobId] = useState("");
  // One key while this is on screen, so that a second click sends nothing more.
  const [intentKey] = useState(newIntentKey);
  const save = useSetOutcome(job);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ outcome: "exists", platformJobId: platformJobId.trim() });
  };
  return (
    <section className="flex flex-col gap-3 rounded-md border border-line p-4">
      <h2 className="font-medium">Set the outcome</h2>
      <p className="text-muted">
        The job was sent once, but the platform's response was lost. Check whether the job exists on
        the platform.
      </p>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <label className="flex flex-col gap-1">
          <span className="text-muted">Platform job ID</span>
          <input
            required
            value={platformJobId}
            onChange={(event) => setPlatformJobId(event.target.value)}
            className={`${fieldClass} w-72 max-w-full font-mono`}
          />
        </label>
        <Button type="submit" disabled={save.isPending || platformJobId.trim() === ""}>
          Link job
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button disabled={save.isPending} onClick={() => save.mutate({ outcome: "not_created" })}>
          Mark as not created
        </Button>
        {job.retriedAs === null && (
          <Button
            disabled={save.isPending}
            onClick={() => save.mutate({ outcome: "retry", intentKey })}
          >
            Retry as new job
          </Button>
        )}
      </div>
      <ErrorNotice error={save.error} />
    </section>
  );
}
