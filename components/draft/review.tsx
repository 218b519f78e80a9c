"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { jobStatusWord } from "../../lib/contract/api/job-states.ts";
import type { Job } from "../../lib/contract/api/jobs.ts";
import { promptSize } from "../../lib/prompt/size.ts";
import { openJobs } from "../../lib/queries/job-actions.ts";
import { createJob } from "../../lib/queries/jobs.ts";
import { JobBadge } from "../jobs/job-badge.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Intent } from "./draft-session.ts";
import { FenceNotice } from "./fence-notice.tsx";
import { OpenJobsNotice } from "./open-jobs-notice.tsx";
import { SizeMeter } from "./size-meter.tsx";
import { SuspicionNotice } from "./suspicion-notice.tsx";
import type { Draft } from "./use-draft.ts";

/** Shown until the job is saved. */
const SENDING = { state: "sending", platformStatus: null, prLink: null } as const;

/** The one thing that cannot be undone gets a look before it goes: the exact text, and no other. */
export function Review(props: {
  projectId: string;
  /** Whose agent gets it, on which repository, in words. */
  destination: string;
  /** Everything that was selected. */
  feedbackIds: string[];
  draft: Draft;
  /** What is shown here and sent, and nothing else. */
  intent: Intent;
  flags: ReadonlyMap<string, string[]>;
  onBack: () => void;
  onCreated: (job: Job) => void;
}) {
  const { projectId, draft, intent, onCreated } = props;
  const open = useQuery(openJobs(projectId, props.feedbackIds));
  const create = useMutation({
    mutationFn: () => createJob(projectId, intent),
    onSuccess: ({ job }) => onCreated(job),
  });
  const busy = create.isPending || create.isSuccess;
  const shown = create.data?.job ?? SENDING;
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4">
        <FenceNotice problems={draft.problems} />
        <SuspicionNotice entries={draft.behind} flags={props.flags} />
        {open.error && (
          <Notice tone="warn">
            Whether an entry has an open job could not be looked up. {open.error.message}
          </Notice>
        )}
        <OpenJobsNotice projectId={projectId} open={open.data ?? []} of={intent.feedbackIds} />
        {draft.unnamed.length > 0 && (
          <Notice tone="warn">
            The text does not name {draft.unnamed.map(({ id }) => id).join(", ")}. The job is
            recorded as made from {draft.unnamed.length === 1 ? "it" : "them"} all the same.
          </Notice>
        )}
        <p>
          This exact text goes to {props.destination}, which may open a pull request. It cannot be
          taken back.
        </p>
        <pre
          tabIndex={0}
          role="region"
          aria-label="The exact prompt"
          data-testid="prompt-review"
          className="untrusted min-h-40 shrink-0 flex-1 basis-40 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
        >
          {intent.prompt}
        </pre>
        <ErrorNotice error={create.error} />
      </div>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-line border-t px-4 py-2">
        <SizeMeter entries={intent.feedbackIds.length} size={promptSize(intent.prompt)} />
        {busy && (
          // Told at once: the intent is on its way, and what the platform says comes after.
          <div
            role="status"
            data-testid="job-status"
            data-status={jobStatusWord(shown)}
            className="font-medium"
          >
            <JobBadge job={shown} />
          </div>
        )}
        <Button onClick={props.onBack} disabled={busy}>
          Back to the draft
        </Button>
        <Button
          variant="primary"
          data-testid="create-job"
          // Not before the warnings above are known.
          disabled={busy || open.isPending}
          onClick={() => create.mutate()}
        >
          Create job
        </Button>
      </footer>
    </>
  );
}
