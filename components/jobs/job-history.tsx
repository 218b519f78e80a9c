import type { JobDetail, JobEvent } from "../../lib/contract/api/jobs.ts";
import { Time } from "../app/time.tsx";
import { jobStateName } from "./job-badge.tsx";

/** What happened to a job, in order. */
export function JobHistory({ job }: { job: JobDetail }) {
  return (
    <section>
      <h2 className="mb-2 font-medium">History</h2>
      <ol className="flex flex-col gap-1">
        {job.history.map((event) => (
          <li key={event.id} className="flex gap-3">
            <span className="w-24 shrink-0 text-muted">
              <Time at={event.at} />
            </span>
            <span className="untrusted min-w-0">
              {sentence(event)}
              {event.detail.by ? `, by ${event.detail.by}` : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function sentence({ kind, detail }: JobEvent): string {
  const name = (key: string) => jobStateName(String(detail[key] ?? "nothing"));
  switch (kind) {
    case "created":
      return detail.retryOf ? "Created, to send an earlier job again" : "Created";
    case "sent":
      return "Sent to the platform";
    case "answered":
      return `Taken by the platform as ${detail.platformJobId}`;
    case "waiting":
      return `Waits: ${detail.problem}`;
    case "refused":
      return `Not taken: ${detail.problem}`;
    case "unknown":
      return "The answer was lost";
    case "status":
      return `${name("from")} → ${name("to")}`;
    case "link":
      return `Pull request ${detail.link}`;
    case "pull":
      return detail.to === "unknown"
        ? "Pull request: what becomes of it cannot be looked up from here"
        : `Pull request: ${detail.from ?? "new"} → ${detail.to}`;
    case "gone":
      return "The platform does not know it any more";
    case "message":
      return `Follow-up: ${MESSAGES[String(detail.state)] ?? detail.state}`;
    case "resolution":
      return `Settled by a person: ${RESOLUTIONS[String(detail.outcome)] ?? detail.outcome}`;
    case "late_answer":
      return `The answer came late: ${detail.platformJobId}`;
    case "feedback":
      return `${detail.count} entries behind it set to ${detail.status}`;
    case "archive":
      return "Archived from here";
  }
}

const MESSAGES: Record<string, string> = {
  intent: "written",
  waiting: "waits until the platform takes it",
  sending: "on its way",
  refused: "not taken",
  unknown: "the answer was lost",
  cancelled: "taken back",
};

const RESOLUTIONS: Record<string, string> = {
  exists: "it exists on the platform",
  again: "sent again as another job",
  not_created: "it was not created",
  cancel: "taken back before it was sent",
  set_aside: "nothing more to do about it",
};
