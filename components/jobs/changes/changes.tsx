"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { use, useDeferredValue, useMemo, useState } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import type { PullChanges, PullFile } from "../../../lib/contract/api/pull-request.ts";
import { jobReview, setReviewed } from "../../../lib/queries/reviews.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { type Review, ReviewContext } from "../comments/review-context.ts";
import { DiffPages } from "./diff-pages.tsx";
import { FileDiff } from "./file-diff.tsx";
import { FileList, fileElementId } from "./file-list.tsx";
import type { DiffLayout } from "./hunk-lines.tsx";
import { LayoutChoice } from "./layout-choice.tsx";
import { linesAbove } from "./line-rows.ts";
import { isRenderable, type PageRendering, PageRenderingContext } from "./page-rendering.ts";
import {
  choosePageView,
  PAGE_VIEWS,
  type PageView,
  useDiffLayout,
  usePageView,
} from "./view-choices.ts";

const NONE: readonly string[] = [];

/** The changed files of a pull request, one page of them. */
export function Changes(props: {
  changes: PullChanges;
  /** The address of a page of the diff. */
  pageAddress: (page: number) => string;
  job?: Job;
  /** The pull request's number, of one without a job. */
  number?: number;
  /** Versions of the files that the person has reviewed. */
  reviewed?: readonly string[];
  previews?: JobReview["previews"];
}) {
  const { changes, pageAddress, job } = props;
  const [layout, view] = [useDiffLayout(), usePageView()];
  // The choice shows at once, and the files are rendered in slices after it.
  const shown = { layout: useDeferredValue(layout), view: useDeferredValue(view) };
  const rendering = usePageRendering(props);
  const review = use(ReviewContext);
  const { reviewed, set, error } = useReviewed(job, props.reviewed ?? NONE, changes.page);
  const done = changes.files.filter(({ version }) => reviewed.has(version)).length;
  const above = useLinesAbove(changes.files, props.reviewed ?? NONE);
  return (
    <section id="changes" tabIndex={-1} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="font-medium">{counted(changes.fileCount, "changed file")}</h2>
        {job && changes.files.length > 0 && (
          <span role="status" className={changes.files.length > 1 ? "text-muted" : "sr-only"}>
            {done} of {changes.files.length} reviewed
          </span>
        )}
        <PendingComments review={review} />
        <ViewChoices
          hasPages={rendering !== null}
          hasKeys={job !== undefined}
          {...{ view, layout }}
        />
      </div>
      {review && <KeyHint {...review} />}
      <ErrorNotice error={error} />
      {changes.pages > 1 && <FileList changes={changes} pageAddress={pageAddress} />}
      <DiffPages changes={changes} pageAddress={pageAddress} place="above" />
      <PageRenderingContext value={rendering}>
        {changes.files.map((file, index) => (
          <FileDiff
            key={file.path}
            file={file}
            id={fileElementId(index)}
            linesAbove={above[index] ?? 0}
            {...shown}
            isReviewed={job && reviewed.has(file.version)}
            onReview={set}
          />
        ))}
      </PageRenderingContext>
      <DiffPages changes={changes} pageAddress={pageAddress} place="below" />
      <Commits changes={changes} />
    </section>
  );
}

function PendingComments({ review }: { review: Review | null }) {
  const pending = review?.comments.filter(({ sentAt }) => sentAt === null).length ?? 0;
  return (
    <span role="status">
      {pending > 0 && (
        <a href="#review-comments" className="link">
          {counted(pending, "pending comment")}
        </a>
      )}
    </span>
  );
}

/** Floats below the lines while one has the focus of a keyboard, and describes them. */
function KeyHint({ hintId, canChange }: Review) {
  return (
    <p id={hintId} className="key-hint">
      Press <Kbd>↓</Kbd> to move through the lines of a change, <Kbd>Shift+↓</Kbd> to select
      several,
      {canChange ? (
        <>
          {" "}
          <Kbd>c</Kbd> to comment, and <Kbd>e</Kbd> to edit.{" "}
        </>
      ) : (
        <>
          {" "}
          and <Kbd>c</Kbd> to comment.{" "}
        </>
      )}
      <Kbd>v</Kbd> shows pages as they render.
    </p>
  );
}

/** How the lines of files and changed pages are shown. Small screens have no room for lines side by side. */
function ViewChoices(props: {
  hasPages: boolean;
  /** Whether keys choose as well, as on a job's page. */
  hasKeys: boolean;
  view: PageView;
  layout: DiffLayout;
}) {
  const { hasPages, hasKeys, view, layout } = props;
  return (
    <div className="ms-auto flex flex-wrap gap-2">
      {hasPages && (
        <Segmented
          legend="View of pages"
          name="page-view"
          options={PAGE_VIEWS}
          value={view}
          onChoose={choosePageView}
          shortcut={hasKeys ? "v" : undefined}
        />
      )}
      <LayoutChoice name="diff-layout" legend="Layout of the diff" layout={layout} />
    </div>
  );
}

function Commits({ changes: { commits, body } }: { changes: PullChanges }) {
  return (
    <details className="rounded-md border border-line">
      <summary className="bg-raised px-3 py-1.5">Description and commits</summary>
      <p className="untrusted whitespace-pre-wrap p-3">{displayable(body)}</p>
      <ul className="border-line border-t p-3">
        {commits.map(({ sha, title }) => (
          <li key={sha} className="untrusted">
            <code className="font-mono text-muted">{sha.slice(0, 8)}</code> {displayable(title)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function usePageRendering(props: {
  changes: PullChanges;
  job?: Job;
  number?: number;
  previews?: JobReview["previews"];
}): PageRendering | null {
  const { number, previews } = props;
  const { head, files } = props.changes;
  const { projectId, id: jobId } = props.job ?? {};
  const pages = files.filter(isRenderable).length;
  const [hasPages, isForEach] = [pages > 0, pages > 1];
  return useMemo(() => {
    if (!previews || !hasPages) return null;
    const rendering = { head, previews, isForEach };
    if (projectId && jobId) return { pull: { projectId, jobId }, ...rendering };
    return number === undefined ? null : { pull: { number }, ...rendering };
  }, [projectId, jobId, number, head, previews, hasPages, isForEach]);
}

/** Returns how many lines are above each file. Files that were reviewed when the diff was opened are closed. */
function useLinesAbove(files: readonly PullFile[], reviewed: readonly string[]): number[] {
  const [closed] = useState(() => new Set(reviewed));
  return useMemo(() => linesAbove(files, closed), [files, closed]);
}

/**
 * Returns which files the person has reviewed, and shows a tick before it is saved, also when the diff is read meanwhile. A
 * tick is for one version of one file.
 */
function useReviewed(job: Job | undefined, known: readonly string[], page: number) {
  const client = useQueryClient();
  const [own, setOwn] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { mutate, error } = useMutation({
    mutationFn: async (file: { version: string; isReviewed: boolean }) => {
      if (job) await setReviewed(job.projectId, job.id, file);
    },
    onMutate: ({ version, isReviewed }) =>
      setOwn((before) => new Map(before).set(version, isReviewed)),
    onSettled: (_, _error, { version, isReviewed }) =>
      setOwn((before) => {
        // Someone may have changed it again meanwhile.
        if (before.get(version) !== isReviewed) return before;
        return new Map([...before].filter(([each]) => each !== version));
      }),
    onSuccess: async (_, { version, isReviewed }) => {
      if (!job) return;
      const { queryKey } = jobReview(job.projectId, job.id, page);
      // A reading that began before the tick would remove it again.
      await client.cancelQueries({ queryKey });
      const others = (reviewed: string[]) => reviewed.filter((each) => each !== version);
      client.setQueryData(queryKey, (answer) => {
        if (!answer) return answer;
        const reviewed = [...others(answer.review.reviewed), ...(isReviewed ? [version] : [])];
        return { review: { ...answer.review, reviewed } };
      });
    },
  });
  const reviewed = useMemo(() => {
    const ticked = [...own].flatMap(([version, isTicked]) => (isTicked ? [version] : []));
    return new Set([...known.filter((version) => own.get(version) !== false), ...ticked]);
  }, [known, own]);
  return { reviewed, set: mutate, error };
}
