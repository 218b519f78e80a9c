import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Comment } from "../../feedback/comment.tsx";
import { SourceIcon } from "../../feedback/source-label.tsx";
import { StatusLabel } from "../../feedback/status-label.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";

/** The feedback that a job was created from; each item opens in the inbox, filtered by the job. */
export function LinkedFeedback({ job }: { job: JobDetail }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {job.feedback.map((item) => (
        <li key={item.id}>
          <IntentLink
            href={`/${job.projectId}/feedback?job=${encodeURIComponent(job.id)}&open=${encodeURIComponent(item.id)}`}
            className="flex items-center gap-2 px-3 py-2 hover:bg-raised"
          >
            <span className="w-24 shrink-0">
              <StatusLabel status={item.status} />
            </span>
            <SourceIcon source={item.source} helpful={item.helpful} className="text-muted" />
            <Comment text={item.comment} source={item.source} className="min-w-0 flex-1 truncate" />
            <bdi className="max-w-48 truncate text-muted max-sm:hidden">
              {displayable(item.page)}
            </bdi>
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
