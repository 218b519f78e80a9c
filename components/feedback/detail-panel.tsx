"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { type RefObject, useEffect, useRef } from "react";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { entryFlags } from "../../lib/prompt/entry-flags.ts";
import { feedbackEntry } from "../../lib/queries/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { JobBadge } from "../jobs/job-badge.tsx";
import { Notice } from "../ui/notice.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { Comment } from "./comment.tsx";
import { Highlight } from "./highlight.tsx";
import { ItemFacts } from "./item-facts.tsx";
import { ItemState } from "./item-state.tsx";
import { SnippetCode } from "./snippet-code.tsx";
import { StatusHistory } from "./status-history.tsx";

/** One entry beside the list: every field of it, as text. */
export function DetailPanel(props: {
  projectId: string;
  feedbackId: string;
  /** One that is on its way to the server. */
  pendingStatus: string | undefined;
  /** Null where the person may not set one. */
  onSetStatus: ((status: string) => void) | null;
  onClose: () => void;
}) {
  const { projectId, feedbackId, onClose } = props;
  const { data: entry, error } = useQuery(feedbackEntry(projectId, feedbackId));
  const top = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry begins at its top.
  useEffect(() => {
    top.current?.scrollTo(0, 0);
  }, [feedbackId]);
  useEffect(() => {
    // On a narrow screen the panel covers the list, and the focus with it.
    if (top.current && getComputedStyle(top.current).position === "absolute") {
      heading.current?.focus();
    }
  }, []);
  return (
    <aside
      ref={top}
      data-testid="detail-panel"
      aria-label="Entry"
      aria-busy={!entry && !error}
      className="flex w-[26rem] shrink-0 flex-col gap-4 overflow-y-auto border-line border-l bg-surface p-4 max-lg:absolute max-lg:inset-0 max-lg:z-20 max-lg:w-auto max-lg:border-l-0"
    >
      <PanelHead heading={heading} entry={entry} onClose={onClose} />
      {error && <Notice tone="bad">{error.message}</Notice>}
      {entry && (
        <>
          <ItemState
            entry={entry}
            status={props.pendingStatus ?? entry.status}
            onSetStatus={props.onSetStatus}
          />
          <Entry projectId={projectId} entry={entry} />
        </>
      )}
    </aside>
  );
}

function PanelHead(props: {
  heading: RefObject<HTMLHeadingElement | null>;
  entry: FeedbackDetail | undefined;
  onClose: () => void;
}) {
  const { heading, entry, onClose } = props;
  return (
    <div className="flex items-start gap-2">
      <h2
        ref={heading}
        tabIndex={-1}
        className="untrusted min-w-0 flex-1 font-semibold text-sm outline-none"
      >
        {entry ? <PagePath path={entry.path} page={entry.page} /> : "Entry"}
      </h2>
      <button
        type="button"
        aria-label="Close the entry"
        onClick={onClose}
        className="grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden size={14} />
      </button>
    </div>
  );
}

function PagePath({ path, page }: { path: string; page: string }) {
  // A link to elsewhere says where, as anybody may have written it.
  const host = URL.canParse(path) ? new URL(path).host : "";
  return (
    <SafeLink href={path}>
      <span>
        {displayable(host)}
        <Highlight text={displayable(page)} />
      </span>
    </SafeLink>
  );
}

function Entry({ projectId, entry }: { projectId: string; entry: FeedbackDetail }) {
  const flags = entryFlags(entry);
  return (
    <>
      {entry.deletedAt !== null && (
        <Notice tone="info">
          Gone upstream since <Time at={entry.deletedAt} exact />. The platform lists it no longer;
          what it held is kept here.
        </Notice>
      )}
      {flags.length > 0 && (
        <Notice tone="warn">
          Reads like instructions to a machine. {flags.join(" ")} It is shown and quoted as text
          only.
        </Notice>
      )}
      <blockquote className="border-line-strong border-l-2 pl-3">
        <Comment
          text={entry.comment}
          source={entry.source}
          className="whitespace-pre-wrap text-sm leading-6"
        />
      </blockquote>
      {entry.code !== null && (
        <SnippetCode code={entry.code} lang={entry.lang} filename={entry.filename} />
      )}
      <ItemFacts projectId={projectId} entry={entry} />
      <StatusHistory events={entry.history} />
      <Jobs projectId={projectId} jobs={entry.jobs} />
    </>
  );
}

function Jobs({ projectId, jobs }: { projectId: string; jobs: FeedbackDetail["jobs"] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">Agent jobs</h3>
      {jobs.length === 0 ? (
        <p className="text-muted">This entry has not been sent to the agent.</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {jobs.map((job) => (
            <li key={job.id} className="flex items-center gap-3">
              <Link
                href={`/${projectId}/jobs/${job.id}`}
                className="text-accent underline underline-offset-2"
              >
                <JobBadge state={job.state} prLink={job.prLink} />
              </Link>
              <span className="text-muted">
                <Time at={job.createdAt} />
              </span>
              {job.prLink && <SafeLink href={job.prLink}>Pull request</SafeLink>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
