"use client";

import { type FormEvent, useState } from "react";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { fieldClass } from "../ui/field.ts";
import { useResolve } from "./use-resolve.ts";

/** Only a person can find out whether a lost answer meant a job. Nothing is sent again by itself. */
export function ResolveUnknown({ job }: { job: JobDetail }) {
  const [platformJobId, setPlatformJobId] = useState("");
  // One key as long as this is on screen: a second press is the same intent.
  const [intentKey] = useState(newIntentKey);
  const resolve = useResolve(job);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    resolve.mutate({ outcome: "exists", platformJobId: platformJobId.trim() });
  };
  return (
    <section className="flex flex-col gap-3 rounded-md border border-line p-4">
      <h2 className="font-medium">What became of it?</h2>
      <p className="text-muted">
        Look on the platform whether the job is there: it was sent once, and the answer was lost.
      </p>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <label className="flex flex-col gap-1">
          <span className="text-muted">It exists, and its identifier is</span>
          <input
            required
            value={platformJobId}
            onChange={(event) => setPlatformJobId(event.target.value)}
            className={`${fieldClass} w-72 max-w-full font-mono`}
          />
        </label>
        <Button type="submit" disabled={resolve.isPending || platformJobId.trim() === ""}>
          Follow that job
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={resolve.isPending}
          onClick={() => resolve.mutate({ outcome: "not_created" })}
        >
          It was not created
        </Button>
        {job.retriedBy === null && (
          <Button
            disabled={resolve.isPending}
            onClick={() => resolve.mutate({ outcome: "again", intentKey })}
          >
            Send it again as a new job
          </Button>
        )}
      </div>
      <ErrorNotice error={resolve.error} />
    </section>
  );
}
