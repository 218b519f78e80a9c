"use client";

import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import type { Change } from "../../lib/item-fields/decision.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { JobResult } from "../jobs/job-result.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { Highlight } from "./highlight.tsx";
import { ItemFacts } from "./item-facts.tsx";
import { ItemHistory } from "./item-history.tsx";
import { Notes } from "./notes.tsx";
import { PageItems } from "./page-items.tsx";
import { PagePassage } from "./page-passage.tsx";
import { SimilarItems } from "./similar-items.tsx";

/**
 * The rest of an open item below its comment: the code, what it's about on its page, notes, agent jobs, its fields, and
 * what was done about it. Similar items and the page's other items are last, as they arrive late.
 */
export function ItemDetails(props: {
  projectId: string;
  item: FeedbackDetail;
  /** Makes a decision about several items; null if the person can't triage. */
  onDecide: ((ids: readonly string[], change: Change) => void) | null;
  /** False while someone only passes items on the way to another. */
  isSettled: boolean;
  onOpen: (id: string) => void;
  onDeleted: (id: string) => void;
}) {
  const { projectId, item } = props;
  return (
    <>
      {item.code !== null && (
        <SnippetCode code={item.code} lang={item.lang} filename={item.filename} />
      )}
      {item.mayHavePassage && (
        // Reserves its full height, so that nothing moves when it arrives.
        <section
          aria-label="On the page"
          className="flex h-44 shrink-0 flex-col rounded-md border border-line"
        >
          <PagePassage
            key={`passage-${item.id}`}
            projectId={projectId}
            item={item}
            isSettled={props.isSettled}
          />
        </section>
      )}
      <Notes projectId={projectId} item={item} />
      {item.jobs.length > 0 && <ItemJobs projectId={projectId} jobs={item.jobs} />}
      <ItemFacts projectId={projectId} item={item}>
        <DeleteButton
          key={`delete-${item.id}`}
          label="Delete item"
          projectId={projectId}
          ids={[item.id]}
          onDeleted={() => props.onDeleted(item.id)}
        />
      </ItemFacts>
      {item.history.length > 0 && <ItemHistory events={item.history} />}
      <SimilarItems
        key={item.id}
        projectId={projectId}
        feedbackId={item.id}
        onDecide={props.onDecide}
        onOpen={props.onOpen}
      />
      <PageItems
        key={`page-${item.id}`}
        projectId={projectId}
        item={item}
        isSettled={props.isSettled}
        onOpen={props.onOpen}
      />
    </>
  );
}

/** The code snippet of an item, shown as plain text. */
function SnippetCode(props: { code: string; lang: string | null; filename: string | null }) {
  const caption = [props.filename, props.lang].filter((part) => part !== null).join(" · ");
  return (
    <figure className="rounded-md border border-line">
      {caption !== "" && (
        <figcaption className="untrusted border-line border-b px-3 py-1 text-muted text-xs">
          {displayable(caption)}
        </figcaption>
      )}
      <pre tabIndex={0} className="max-h-96 overflow-auto p-3 font-mono text-xs leading-5">
        <code>
          <Highlight text={displayable(props.code)} />
        </code>
      </pre>
    </figure>
  );
}

/** The agent jobs that an item is linked to, newest first. */
function ItemJobs({ projectId, jobs }: { projectId: string; jobs: FeedbackDetail["jobs"] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">Agent jobs</h3>
      <ul className="flex flex-col gap-1">
        {jobs.map((job) => (
          <li key={job.id} className="flex items-center gap-3">
            <JobResult job={job} />
            <span className="text-muted">
              <Time at={job.createdAt} />
            </span>
            <IntentLink href={`/${projectId}/jobs/${job.id}`} className="link text-accent">
              Open job
            </IntentLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
