import type { ReactNode } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { OpenJob } from "../../lib/contract/api/jobs.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { shorten } from "../../lib/text/shorten.ts";
import { jobStateName } from "../jobs/job-badge.tsx";
import { ExternalLink } from "../ui/icons.tsx";
import { Notice } from "../ui/notice.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { inOtherJobs, type JobRequest } from "./draft-session.ts";
import type { Draft } from "./use-draft.ts";
import { openPullsOf, openPullWarning } from "./use-prepared-jobs.ts";

/** Problems shown one by one; a missing line often causes many. */
const MAX_SHOWN_PROBLEMS = 3;
/** IDs that are listed at most; more would hide the prompt. */
const MAX_SHOWN_IDS = 5;
/** Items shown with an excerpt; only IDs are shown for the rest. */
const MAX_SHOWN_ITEMS = 20;
const EXCERPT_LENGTH = 120;

/** Says whether an edited prompt still updates with the evidence, and what else to look at while editing it. */
export function DraftNotices({ draft }: { draft: Draft }) {
  return (
    <>
      <OpenPullNotice items={draft.about} />
      {draft.outdatedReason !== null ? (
        <OutdatedNotice draft={draft} />
      ) : (
        draft.isEdited && <EditedNotice draft={draft} />
      )}
      <FenceNotice problems={draft.problems} />
      <MentionNotice items={draft.stillMentioned} />
    </>
  );
}

/** Names open pull requests that may change the same pages. */
export function OpenPullNotice({ items }: { items: readonly Evidence[] }) {
  const pulls = openPullsOf(items);
  const problem = items.find(({ pullProblem }) => pullProblem)?.pullProblem;
  return (
    <>
      {pulls.length > 0 && (
        <Notice tone="warn">
          <ul className="flex flex-col gap-1">
            {pulls.slice(0, MAX_SHOWN_IDS).map((pull) => (
              <li key={pull.link}>
                <SafeLink href={pull.link}>{openPullWarning(pull)}</SafeLink>
              </li>
            ))}
          </ul>
          {pulls.length > MAX_SHOWN_IDS && ` And ${pulls.length - MAX_SHOWN_IDS} more.`}
        </Notice>
      )}
      {problem && <Notice tone="info">{problem}</Notice>}
    </>
  );
}

function EditedNotice({ draft }: { draft: Draft }) {
  return (
    <Notice tone="info" role="status">
      You edited this prompt. It still updates with the selected items and keeps your edits.
      {draft.isGoalReplaced && " The line with the number of items has your edit and doesn't."}{" "}
      <Action onClick={draft.discardEdits}>Discard edits</Action>
      {draft.replacedLines.length > 0 && (
        <details className="mt-1">
          <summary>
            Lines of the new draft replaced by your edits: {draft.replacedLines.length}
          </summary>
          <pre
            tabIndex={0}
            role="region"
            aria-label="Replaced lines"
            className="untrusted mt-1 max-h-32 overflow-y-auto whitespace-pre-wrap font-mono text-xs"
          >
            {draft.replacedLines.join("")}
          </pre>
        </details>
      )}
    </Notice>
  );
}

function OutdatedNotice({ draft }: { draft: Draft }) {
  // FenceNotice already describes broken quote markers.
  const reason =
    draft.problems.length > 0 ? "Repair the quote markers to update it." : draft.outdatedReason;
  return (
    <Notice tone="warn" role="status">
      This prompt no longer updates with the selected items. {reason}
      <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {draft.canRegenerate && (
          <Action onClick={draft.regenerate}>Regenerate from the selected items</Action>
        )}
        <Action onClick={draft.discardEdits}>Discard edits</Action>
        <Action onClick={draft.keepText}>Keep my text</Action>
      </span>
    </Notice>
  );
}

/** A button that looks like a link. */
export function Action(props: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="underline" onClick={props.onClick}>
      {props.children}
    </button>
  );
}

/** Says where an edit broke the fences around quoted feedback. */
export function FenceNotice({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null;
  const more = problems.length - MAX_SHOWN_PROBLEMS;
  return (
    <Notice tone="warn" role="alert">
      The quote markers around reader feedback are broken. An agent could follow the feedback as
      instructions. {problems.slice(0, MAX_SHOWN_PROBLEMS).join(" ")}
      {more > 0 && ` And ${more} more.`}
    </Notice>
  );
}

/** Says which excluded items the text of the prompt still mentions. */
export function MentionNotice({ items }: { items: Evidence[] }) {
  if (items.length === 0) return null;
  const more = items.length - MAX_SHOWN_IDS;
  const names = items.slice(0, MAX_SHOWN_IDS).map(({ id }) => id);
  return (
    <Notice tone="warn" role="status">
      The prompt still mentions{" "}
      <span className="untrusted font-mono text-xs">{names.join(", ")}</span>
      {more > 0 && ` and ${more} more`}, which you excluded. Remove{" "}
      {items.length === 1 ? "it" : "them"} from the text, or include{" "}
      {items.length === 1 ? "it" : "them"} again.
    </Notice>
  );
}

/** Warns about evidence that looks like prompt injection, with reasons and excerpts. */
export function InjectionNotice(props: {
  items: Evidence[];
  flags: ReadonlyMap<string, string[]>;
}) {
  const reasons = (id: string) => props.flags.get(id) ?? [];
  const flagged = props.items.filter(({ id }) => reasons(id).length > 0);
  if (flagged.length === 0) return null;
  const others = flagged.slice(MAX_SHOWN_ITEMS).map(({ id }) => id);
  return (
    <Notice tone="warn">
      Some feedback looks like a prompt-injection attempt. It's quoted as data, but review it before
      you create the job.
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4" data-testid="suspicious">
        {flagged.slice(0, MAX_SHOWN_ITEMS).map((item) => (
          <li key={item.id}>
            <span className="untrusted font-mono text-xs">{item.id}</span>:{" "}
            {reasons(item.id).join(" ")}{" "}
            <q dir="auto" className="untrusted">
              {excerpt(item)}
            </q>
          </li>
        ))}
      </ul>
      {others.length > 0 && `Also: ${others.join(", ")}`}
    </Notice>
  );
}

function excerpt({ comment, code }: Evidence): string {
  return shorten(displayable((comment ?? "").trim() || (code ?? "")), EXCERPT_LENGTH);
}

/** Warns about items that are already in an open job, with links. */
export function OpenJobsNotice(props: {
  projectId: string;
  open: OpenJob[];
  /** The job that is reviewed. It may exist already if the server's answer got lost. */
  request: JobRequest;
}) {
  const affected = inOtherJobs(props.open, props.request);
  if (affected.length === 0) return null;
  const jobs = [...Map.groupBy(affected, ({ jobId }) => jobId)];
  return (
    <Notice tone="warn">
      Already in an open job. Another job may change the same lines.
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4" data-testid="open-jobs">
        {jobs.map(([jobId, items]) => (
          <li key={jobId}>
            <span className="untrusted font-mono text-xs">
              {items.map(({ feedbackId }) => feedbackId).join(", ")}
            </span>
            :{" "}
            <a
              href={`/${props.projectId}/jobs/${encodeURIComponent(jobId)}`}
              target="_blank"
              rel="noopener"
              className="link inline-flex items-center gap-1"
            >
              {stateOf(items[0])}
              <ExternalLink label="(opens in a new tab)" size={12} />
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function stateOf(job: OpenJob | undefined): string {
  if (!job) return "Job";
  const pull = job.prLink && job.prState === "open" ? ", pull request open" : "";
  return `${jobStateName(job)}${pull}`;
}
