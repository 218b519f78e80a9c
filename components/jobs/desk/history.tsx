import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { Time } from "../../app/time.tsx";
import { useActor } from "../../app/use-actor.ts";
import { jobEventSentence } from "../job-event-sentence.ts";

/** A job's history, oldest first. */
export function JobHistory({ job }: { job: JobDetail }) {
  const actor = useActor();
  return (
    <section>
      <h2 className="mb-2 font-medium">History</h2>
      <ol className="flex flex-col gap-1">
        {job.history.map((event) => (
          <li key={event.id} className="flex gap-3">
            <span className="w-24 shrink-0 text-muted">
              <Time at={event.at} />
            </span>
            <span className="untrusted min-w-0">{jobEventSentence(event, actor)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
