"use client";

import { useState } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import type { JobDetail, JobTriage } from "../../../lib/contract/api/jobs.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { usePermission } from "../../app/session.tsx";
import { Time } from "../../app/time.tsx";
import { useActor } from "../../app/use-actor.ts";
import { HeldChangeStep } from "../agent/held-change.tsx";
import { StopJob } from "../agent/stop-job.tsx";
import { Merged } from "../merge/merged.tsx";
import { NotifyReaders } from "../merge/notify-readers.tsx";
import { usageDetails } from "../usage-text.ts";
import { HostVerdicts } from "./host-verdicts.tsx";
import { JobStatus } from "./job-status.tsx";
import { NextStep } from "./next-step.tsx";
import { PullStep } from "./pull-step.tsx";
import { Steps } from "./steps.tsx";

/** What a job is about, where it is, and the one thing to do now. */
export function DeskHead(props: {
  job: JobDetail;
  review: JobReview | undefined;
  isBuiltIn: boolean;
  /** Page of the diff of a change that waits. */
  heldPage: number;
}) {
  const { job, review, isBuiltIn, heldPage } = props;
  const [merged, setMerged] = useState<JobTriage | null>(null);
  const mayRun = usePermission("jobs");
  const mayContact = usePermission("contacts");
  const actor = useActor();
  return (
    <header className="flex flex-col gap-3">
      <h1 className="untrusted page-title">{displayable(job.title)}</h1>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <Steps job={job} isBuiltIn={isBuiltIn} />
        <p className="untrusted text-muted">
          Created {job.by && `by ${actor(job.by.name)} `}
          <Time at={job.createdAt} />
          {job.usage && ` · ${usageDetails(job.usage)}`}
        </p>
      </div>
      <JobStatus job={job} isBuiltIn={isBuiltIn} />
      <HostVerdicts job={job} />
      {job.isHeld && <HeldChangeStep job={job} page={heldPage} mayDecide={mayRun} />}
      {mayRun && <PullStep job={job} review={review} onMerged={setMerged} />}
      {job.prState === "merged" && <Merged job={job} result={merged} hasSite={isBuiltIn} />}
      {mayRun && !job.isHeld && <StopJob job={job} isBuiltIn={isBuiltIn} />}
      {mayRun && <NextStep job={job} />}
      {mayContact && job.prState === "merged" && <NotifyReaders job={job} />}
    </header>
  );
}
