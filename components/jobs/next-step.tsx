import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { isDeletedOnPlatform } from "../../lib/queries/jobs.ts";
import { SetAside } from "./mark-handled.tsx";
import { ResolveUnknown } from "./settle-lost-job.tsx";
import { FeedbackOffer } from "./suggested-triage.tsx";

/** What waits for a person about this job, if anything does. */
export function NextStep({ job }: { job: JobDetail }) {
  if (job.state === "unknown") return <ResolveUnknown job={job} />;
  if (job.state === "waiting") {
    return <SetAside job={job} outcome="cancel" label="Take it back before it is sent" />;
  }
  const isOver = job.state === "failed" || job.state === "refused";
  const isDropped = isOver || isDeletedOnPlatform(job);
  return (
    <>
      <FeedbackOffer job={job} />
      {isDropped && job.resolution === null && (
        <SetAside
          job={job}
          outcome="set_aside"
          label="Nothing more to do about it"
          again={isOver}
        />
      )}
    </>
  );
}
