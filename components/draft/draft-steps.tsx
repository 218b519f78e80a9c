"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { Job } from "../../lib/contract/api/jobs.ts";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { entryFlags } from "../../lib/prompt/entry-flags.ts";
import { openJobs } from "../../lib/queries/job-actions.ts";
import { CreatedJobs } from "./created-jobs.tsx";
import { DraftEditor } from "./draft-editor.tsx";
import { DraftFrame } from "./draft-frame.tsx";
import { EarlierDraft } from "./restored-draft.tsx";
import { Review } from "./review.tsx";
import { useDraft } from "./use-draft.ts";
import { useDraftSession } from "./use-draft-session.ts";
import { useSequence } from "./use-sequence.ts";

/** Draft, review, and the job; with one job for each page, as often as there are pages. */
export function DraftSteps(props: {
  projectId: string;
  destination: string;
  feedbackIds: string[];
  evidence: Evidence[];
  settings: ProjectSettings;
  onClose: () => void;
  onOpenOther: (feedbackIds: string[]) => void;
}) {
  const { projectId, feedbackIds, evidence, settings } = props;
  const kept = useDraftSession(projectId, feedbackIds);
  const { work, change, forget } = kept;
  const draft = useDraft({ work, change, evidence, settings });
  const sequence = useSequence(work, change, evidence);
  const [step, setStep] = useState<"draft" | "review" | "created">("draft");
  const flags = useMemo(
    () => new Map(evidence.map((entry) => [entry.id, entryFlags(entry)])),
    [evidence],
  );
  const { data: open } = useQuery(openJobs(projectId, feedbackIds));
  const busy = useMemo(() => new Set(open?.map(({ feedbackId }) => feedbackId)), [open]);
  const router = useRouter();
  const client = useQueryClient();
  const onCreated = (job: Job) => {
    const { scope } = work;
    void client.invalidateQueries({
      queryKey: ["feedback", projectId],
      predicate: isNoEvidence,
      // Where the inbox is left, it asks when somebody is back, and not while the job's page loads.
      refetchType: scope === null ? "none" : "active",
    });
    void client.invalidateQueries({ queryKey: ["jobs", projectId] });
    if (scope === null) {
      forget();
      router.push(`/${projectId}/jobs/${job.id}`);
      return;
    }
    sequence.record(scope, job);
    // Whoever closes and comes back finds a page that still has no job.
    const next = sequence.next ?? sequence.open.find((page) => page !== scope);
    if (next === undefined) forget();
    else sequence.goTo(next);
    setStep(sequence.next === null ? "created" : "draft");
  };
  const turn = sequence.perPage ? `: job ${sequence.position} of ${sequence.total}` : "";
  if (step === "created") {
    return (
      <DraftFrame title={jobsCreated(sequence.created.length)} focus>
        <CreatedJobs
          projectId={projectId}
          sequence={sequence}
          onDraft={(page) => {
            sequence.goTo(page);
            setStep("draft");
          }}
          onClose={props.onClose}
        />
      </DraftFrame>
    );
  }
  if (step === "review" && draft.intent) {
    return (
      <DraftFrame title={`Review the prompt${turn}`} focus>
        <Review
          projectId={projectId}
          destination={props.destination}
          feedbackIds={feedbackIds}
          draft={draft}
          intent={draft.intent}
          flags={flags}
          onBack={() => setStep("draft")}
          onCreated={onCreated}
        />
      </DraftFrame>
    );
  }
  return (
    <DraftFrame title={`Draft a prompt${turn}`}>
      <DraftEditor
        missing={feedbackIds.length - evidence.length}
        draft={draft}
        sequence={sequence}
        flags={flags}
        busy={busy}
        templates={settings.templates}
        earlier={<EarlierDraft work={kept} onOpenOther={props.onOpenOther} />}
        onCancel={props.onClose}
        onFinish={() => setStep("created")}
        onReview={() => {
          draft.intend();
          setStep("review");
        }}
      />
    </DraftFrame>
  );
}

function jobsCreated(count: number): string {
  return `${count} ${count === 1 ? "job" : "jobs"} created`;
}

/** What a draft is about does not change while somebody works on it. */
function isNoEvidence({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[2] !== "evidence";
}
