"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import type { JobPart } from "../../lib/prompt/split.ts";
import { agentLeash, openJobs } from "../../lib/queries/job-actions.ts";
import { counted } from "../../lib/text/counted.ts";
import { Button } from "../ui/button.tsx";
import { type BatchRow, BatchTable } from "./batch-table.tsx";
import { DraftFrame } from "./draft-frame.tsx";
import { type DraftSession, withTemplate } from "./draft-session.ts";
import { LeftOut } from "./evidence-list.tsx";
import { LeashNotice } from "./leash-notice.tsx";
import { TemplateSelect } from "./template-select.tsx";
import type { Batch } from "./use-batch.ts";
import type { ChangeDraftSession } from "./use-draft-session.ts";
import type { PreparedJob } from "./use-prepared-jobs.ts";

interface BatchStepProps {
  projectId: string;
  /** The whole selection. */
  feedbackIds: string[];
  destination: string;
  evidence: Evidence[];
  parts: JobPart[];
  jobs: ReadonlyMap<string, PreparedJob>;
  /** Items that are already in an open job of someone else. */
  busy: ReadonlySet<string>;
  session: DraftSession;
  change: ChangeDraftSession;
  batch: Batch;
  /** Key of the job whose prompt was open. */
  focused: string | null;
  /** What the selection becomes. */
  choice: ReactNode;
  /** Notice about earlier drafts. */
  earlierDraft: ReactNode;
  settings: ProjectSettings;
  onOpen: (key: string) => void;
  onClose: () => void;
}

/** Shows the jobs that the selection becomes, and creates those that are ticked. */
export function BatchStep(props: BatchStepProps) {
  const { projectId, feedbackIds, parts, jobs, session, change, batch } = props;
  const rows = useRows(props);
  const ready = rows.flatMap(({ job, isTicked, createdId }) =>
    job && isTicked && createdId === undefined && job.obstacle === null ? [job] : [],
  );
  const isDrafted = jobs.size === parts.length;
  // What they say comes with the rows, which would grow by it.
  const isComplete =
    [useQuery(openJobs(projectId, feedbackIds)), useQuery(agentLeash(projectId))].every(
      ({ isPending }) => !isPending,
    ) && rows.some(({ job }) => job);
  const create =
    batch.isRunning || ready.length === 0 || !isDrafted ? null : () => void batch.create(ready);
  const onTick = useCallback(
    (ids: readonly string[], isTicked: boolean) =>
      change((now) => {
        const skipped = new Set(now.skipped);
        for (const id of ids) isTicked ? skipped.delete(id) : skipped.add(id);
        return { ...now, skipped };
      }),
    [change],
  );
  return (
    <DraftFrame title="Draft fixes" onNext={create}>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4 pt-3">
        {props.earlierDraft}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {props.choice}
          <TemplateSelect
            templates={props.settings.templates}
            choice={{ chosen: session.template }}
            onChoose={(template) => change((now) => withTemplate(now, template))}
          />
        </div>
        <LeftOut items={props.evidence} excluded={session.excluded} />
        <LeashNotice projectId={projectId} />
        {isComplete && (
          <BatchTable
            rows={rows}
            focused={props.focused}
            projectId={projectId}
            isLocked={batch.isRunning}
            onTick={onTick}
            onOpen={props.onOpen}
          />
        )}
      </div>
      <BatchFooter {...props} {...{ rows, ready, create, isComplete }} />
    </DraftFrame>
  );
}

function BatchFooter(props: {
  /** Whether the rows show. */
  isComplete: boolean;
  rows: readonly BatchRow[];
  ready: readonly PreparedJob[];
  /** Null if there is nothing to create now. */
  create: (() => void) | null;
  destination: string;
  batch: Batch;
  onClose: () => void;
}) {
  const { rows, ready, create, batch } = props;
  const isRetry = !batch.isRunning && ready.some(({ key }) => batch.progress.has(key));
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2">
      <p
        role="status"
        // As high as it will be.
        className="mr-auto min-h-10 min-w-0 grow basis-60 content-center text-muted tabular-nums max-sm:min-h-20"
      >
        {!props.isComplete && `Drafting ${counted(rows.length, "job")}…`}
        {props.isComplete &&
          (batch.isRunning ? progressOf(rows) : summaryOf(ready, rows, props.destination))}
      </p>
      <div className="ml-auto flex gap-2">
        {batch.isRunning ? (
          <Button onClick={batch.stop}>Stop</Button>
        ) : (
          <Button onClick={props.onClose}>Cancel</Button>
        )}
        <Button
          variant="primary"
          data-testid="create-jobs"
          className="min-w-28"
          title="Ctrl+Enter"
          disabled={create === null}
          onClick={() => create?.()}
        >
          {isRetry ? "Retry" : "Create"} {counted(ready.length, "job")}
        </Button>
      </div>
    </footer>
  );
}

function useRows(props: {
  parts: JobPart[];
  jobs: ReadonlyMap<string, PreparedJob>;
  busy: ReadonlySet<string>;
  session: DraftSession;
  batch: Batch;
}): BatchRow[] {
  const { parts, jobs, busy, session, batch } = props;
  return parts.flatMap((part) => {
    const { key: id } = part;
    if (id === null) return [];
    const job = jobs.get(id);
    return {
      id,
      part,
      job,
      isTicked: !session.skipped.has(id),
      busy: job?.feedbackIds.filter((item) => busy.has(item)).length ?? 0,
      sending: batch.progress.get(id),
      createdId: session.created.get(id),
    };
  });
}

function progressOf(rows: readonly BatchRow[]): string {
  const running = rows.filter(({ sending }) => sending === "waiting" || sending === "sending");
  const created = rows.filter(({ createdId }) => createdId !== undefined);
  return `Created ${created.length} of ${created.length + running.length} jobs…`;
}

/** Says what is sent, and where it goes. */
function summaryOf(
  ready: readonly PreparedJob[],
  rows: readonly BatchRow[],
  destination: string,
): string {
  const created = rows.filter(({ createdId }) => createdId !== undefined).length;
  const done = created > 0 ? `${counted(created, "job")} created. ` : "";
  if (ready.length === 0) return `${done}No jobs to create.`;
  const items = ready.flatMap(({ feedbackIds }) => feedbackIds);
  const pages = new Set(
    ready.flatMap(({ part, feedbackIds }) => {
      const included = new Set(feedbackIds);
      return part.items.filter(({ id }) => included.has(id)).map(({ page }) => page);
    }),
  );
  const [of, on] = [counted(items.length, "item"), counted(pages.size, "page")];
  const is = ready.length === 1 ? "is" : "are";
  return `${done}${counted(ready.length, "job")} with ${of} on ${on} ${is} sent to ${destination}. An agent may open pull requests. You can't undo this.`;
}
