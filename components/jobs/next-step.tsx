import type { JobDetail } from "../../lib/contract/dashboard.ts";
import { FeedbackOffer } from "./feedback-offer.tsx";
import { ResolveUnknown } from "./resolve-unknown.tsx";
import { SetAside } from "./set-aside.tsx";

/** What waits for a person about this job, if anything does. */
export function NextStep({ job }: { job: JobDetail }) {
  if (job.state === "unknown") return <ResolveUnknown job={job} />;
  if (job.state === "waiting") {
    return <SetAside job={job} outcome="cancel" label="Take it back before it is sent" />;
  }
  const isOver = job.state === "failed" || job.state === "refused";
  return (
    <>
      <FeedbackOffer job={job} />
      {isOver && job.resolution === null && (
        <SetAside job={job} outcome="set_aside" label="Nothing more to do about it" again />
      )}
    </>
  );
}
