import { displayable } from "../../lib/text/displayable.ts";
import { Button } from "../ui/button.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { PathText } from "../ui/path-text.tsx";
import type { PageSequence } from "./use-page-sequence.ts";

const linkLook = "link text-accent";

/** Shows the created jobs, and the pages that don't have one yet. */
export function CreatedJobs(props: {
  projectId: string;
  sequence: PageSequence;
  onDraft: (page: string) => void;
  onClose: () => void;
}) {
  const { projectId, onDraft } = props;
  const { created, open } = props.sequence;
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
        <ul
          data-testid="created-jobs"
          className="divide-y divide-line rounded-md border border-line"
        >
          {created.map(({ page, job }) => (
            <li key={page} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
              <span className="untrusted min-w-0 flex-1 basis-40 font-medium">
                <PathText path={page} />
              </span>
              <span className="text-muted">
                {job.feedbackCount} {job.feedbackCount === 1 ? "item" : "items"}
              </span>
              <IntentLink href={`/${projectId}/jobs/${job.id}`} className={linkLook}>
                Open job<span className="sr-only"> for {displayable(page)}</span>
              </IntentLink>
            </li>
          ))}
        </ul>
        {open.length > 0 && (
          <Notice tone="info">
            No job yet for these pages:
            <ul className="mt-1 flex flex-col gap-1">
              {open.map((page) => (
                <li key={page}>
                  <span className="untrusted">
                    <PathText path={page} />
                  </span>{" "}
                  <button type="button" className="underline" onClick={() => onDraft(page)}>
                    Draft fix<span className="sr-only">: {displayable(page)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2">
        <IntentLink href={`/${projectId}/jobs`} className={`mr-auto ${linkLook}`}>
          All jobs
        </IntentLink>
        <Button variant="primary" onClick={props.onClose}>
          Done
        </Button>
      </footer>
    </>
  );
}
