"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type JobStatePair, jobStatusWord } from "../../lib/contract/api/job-states.ts";
import type { Job } from "../../lib/contract/api/jobs.ts";
import { promptSize } from "../../lib/prompt/size.ts";
import { agentLeash, openJobs } from "../../lib/queries/job-actions.ts";
import { createJob } from "../../lib/queries/jobs.ts";
import { isTransient } from "../../lib/queries/request.ts";
import { JobBadge } from "../jobs/job-badge.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import { DraftFrame } from "./draft-frame.tsx";
import type { JobRequest } from "./draft-session.ts";
import { LeashNotice } from "./leash-notice.tsx";
import {
  FenceNotice,
  InjectionNotice,
  MentionNotice,
  OpenJobsNotice,
  OpenPullNotice,
} from "./notices.tsx";
import { SizeMeter } from "./size-meter.tsx";
import type { Draft } from "./use-draft.ts";

/** Shown until the page of the job is there. */
const SENDING = { state: "sending", platformStatus: null, prLink: null } as const;

interface ReviewProps {
  projectId: string;
  /** Where the prompt goes: the agent and repository, for display. */
  destination: string;
  /** The whole selection. */
  feedbackIds: string[];
  draft: Draft;
  /** Exactly what is shown and sent. */
  request: JobRequest;
  flags: ReadonlyMap<string, string[]>;
  onBack: () => void;
  /** Called before the job is created, because live updates may show the new status before the response. */
  pendingAmong: (feedbackIds: readonly string[]) => string[];
  onCreated: (job: Job, pendingIds: string[]) => void;
}

/** Shows the exact text of the job for review, because creating a job can't be undone. */
export function Review(props: ReviewProps) {
  const { projectId, request } = props;
  const { isPending } = useQuery(openJobs(projectId, props.feedbackIds));
  const { data: leash } = useQuery(agentLeash(projectId));
  const create = useMutation({
    onMutate: () => props.pendingAmong(request.feedbackIds),
    mutationFn: () => createJob(projectId, request),
    onSuccess: ({ job }, _, pendingIds) => props.onCreated(job, pendingIds),
    // The job may have been created: keep the error, which says what to do.
    meta: { keepsErrors: true },
  });
  const busy = create.isPending || create.isSuccess;
  const result = leash?.isReportOnly ? "reports what it finds" : "may open a pull request";
  // Null until the warnings above have loaded.
  const send = busy || isPending ? null : () => create.mutate();
  return (
    <DraftFrame
      title="Review the prompt"
      focus
      onNext={send}
      onBack={busy ? undefined : props.onBack}
    >
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4">
        <ReviewNotices {...props} />
        <p>
          This exact text is sent to {props.destination}. The agent {result}. You can't undo this.
        </p>
        <LeashNotice projectId={projectId} />
        <pre
          tabIndex={0}
          role="region"
          aria-label="Exact prompt"
          data-testid="prompt-review"
          className="untrusted min-h-40 shrink-0 flex-1 basis-40 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
        >
          {request.prompt}
        </pre>
        <ErrorNotice error={create.error}>
          {isTransient(create.error) &&
            " This job may already exist. Trying again won't create a second one."}
        </ErrorNotice>
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2">
        <SizeMeter items={request.feedbackIds.length} size={promptSize(request.prompt)} />
        {busy && <SendingStatus job={create.data?.job ?? SENDING} />}
        <Button onClick={props.onBack} disabled={busy}>
          Back to draft
        </Button>
        <Button
          variant="primary"
          data-testid="create-job"
          title="Ctrl+Enter"
          disabled={send === null}
          onClick={() => send?.()}
        >
          Create job
        </Button>
      </footer>
    </DraftFrame>
  );
}

/** Says that the job is being sent, until its page is there. */
function SendingStatus({ job }: { job: JobStatePair }) {
  return (
    <div
      role="status"
      data-testid="job-status"
      data-status={jobStatusWord(job)}
      className="font-medium"
    >
      <JobBadge job={SENDING} />
    </div>
  );
}

function ReviewNotices({ projectId, feedbackIds, draft, request, flags }: ReviewProps) {
  const open = useQuery(openJobs(projectId, feedbackIds));
  const { unmentioned, stillMentioned } = draft;
  return (
    <>
      <FenceNotice problems={draft.problems} />
      <InjectionNotice items={[...draft.included, ...stillMentioned]} flags={flags} />
      {open.error && (
        <Notice tone="warn">Couldn't check for open jobs. {open.error.message}</Notice>
      )}
      <OpenJobsNotice projectId={projectId} open={open.data ?? []} request={request} />
      <OpenPullNotice items={draft.included} />
      {unmentioned.length > 0 && (
        <Notice tone="warn">
          The prompt doesn't mention {unmentioned.map(({ id }) => id).join(", ")}. The job is still
          linked to {unmentioned.length === 1 ? "this item" : "these items"}.
        </Notice>
      )}
      <MentionNotice items={stillMentioned} />
    </>
  );
}
