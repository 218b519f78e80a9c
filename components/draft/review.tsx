"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { entryFlags } from "../../lib/prompt/entry-flags.ts";
import { createJob } from "../../lib/queries/jobs.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { FenceNotice } from "./fence-notice.tsx";
import type { Draft } from "./use-draft.ts";

/** The one thing that cannot be undone gets a look before it goes: the exact text, and no other. */
export function Review(props: {
  projectId: string;
  /** Whose agent gets it, on which repository, in words. */
  destination: string;
  draft: Draft;
  onBack: () => void;
}) {
  const { projectId, draft } = props;
  const { prompt, behind, intentKey } = draft;
  const router = useRouter();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      createJob(projectId, { intentKey, prompt, feedbackIds: behind.map(({ id }) => id) }),
    onSuccess: ({ job }) => {
      draft.forget();
      void client.invalidateQueries({ queryKey: ["feedback", projectId] });
      void client.invalidateQueries({ queryKey: ["jobs", projectId] });
      router.push(`/${projectId}/jobs/${job.id}`);
    },
  });
  const busy = create.isPending || create.isSuccess;
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-2 p-4 [@media(max-height:600px)]:min-h-max">
        <Warnings draft={draft} />
        <p>
          This exact text goes to {props.destination}, which may open a pull request. It cannot be
          taken back.
        </p>
        <pre
          tabIndex={0}
          role="region"
          aria-label="The exact prompt"
          data-testid="prompt-review"
          className="strange min-h-32 flex-1 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
        >
          {prompt}
        </pre>
        {create.error && (
          <Notice tone="bad" role="alert">
            {create.error.message}
          </Notice>
        )}
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-2">
        <p className="mr-auto text-muted tabular-nums">
          {behind.length} {behind.length === 1 ? "entry" : "entries"} ·{" "}
          {draft.size.toLocaleString("en")} characters
        </p>
        <Button onClick={props.onBack} disabled={busy}>
          Back to the draft
        </Button>
        <Button
          look="primary"
          data-testid="create-job"
          disabled={busy}
          onClick={() => create.mutate()}
        >
          {busy ? "Creating…" : "Create job"}
        </Button>
      </footer>
    </>
  );
}

/** What a person should know before sending: broken fences, and evidence that speaks to machines. */
function Warnings({ draft: { problems, behind, unnamed } }: { draft: Draft }) {
  const suspicious = behind.filter((entry) => entryFlags(entry).length > 0);
  return (
    <>
      <FenceNotice problems={problems} />
      {unnamed.length > 0 && (
        <Notice tone="warn">
          The text does not name {unnamed.map(({ id }) => id).join(", ")}. The job is recorded as
          made from {unnamed.length === 1 ? "it" : "them"} all the same.
        </Notice>
      )}
      {suspicious.length > 0 && (
        <Notice tone="warn">
          Reads like instructions to a machine: {suspicious.map(({ id }) => id).join(", ")}. Quoted
          as data all the same; look at it before you send this.
        </Notice>
      )}
    </>
  );
}
