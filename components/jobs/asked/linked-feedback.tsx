import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { StatusLabel } from "../../feedback/status-label.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { PathText } from "../../ui/path-text.tsx";
import { ItemComment } from "./item-comment.tsx";

/** The feedback that a job was created from; each item opens in the inbox, filtered by the job. */
export function LinkedFeedback({ job }: { job: JobDetail }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {job.feedback.map((item) => (
        <li key={item.id}>
          <IntentLink
            href={`/${job.projectId}/feedback?job=${encodeURIComponent(job.id)}&open=${encodeURIComponent(item.id)}`}
            className="asked-item hover:bg-raised"
          >
            <ItemComment item={item} className="line-clamp-2" />
            <span className="flex flex-wrap items-center gap-x-3 text-muted">
              <bdi className="untrusted min-w-0">
                <PathText path={item.page} />
              </bdi>
              <StatusLabel status={item.status} />
            </span>
          </IntentLink>
        </li>
      ))}
      {job.missing.map((id) => (
        <li key={id} className="untrusted px-3 py-2 text-muted">
          {id} isn't synced yet or was deleted.
        </li>
      ))}
    </ul>
  );
}
