"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { Job } from "../../lib/contract/api/jobs.ts";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { evidenceFlags } from "../../lib/prompt/evidence-flags.ts";
import { openJobs } from "../../lib/queries/job-actions.ts";
import { CreatedJobs } from "./created-jobs.tsx";
import { DraftEditor } from "./draft-editor.tsx";
import { DraftFrame } from "./draft-frame.tsx";
import { RestoredDraft } from "./restored-draft.tsx";
import { Review } from "./review.tsx";
import { useDraft } from "./use-draft.ts";
import { useDraftSession } from "./use-draft-session.ts";
import { usePageSequence } from "./use-page-sequence.ts";

/** Called with each created job, its items that were pending, and whether every item of the selection is in a job. */
export type OnCreated = (job: Job, pendingIds: string[], isLast: boolean) => void;

/** Steps from draft to review to job, repeated for each page when there is one job per page. */
export function DraftSteps(props: {
  projectId: string;
  destination: string;
  feedbackIds: string[];
  evidence: Evidence[];
  settings: ProjectSettings;
  onClose: () => void;
  pendingAmong: (feedbackIds: readonly string[]) => string[];
  onCreated: OnCreated;
  onOpenOther: (feedbackIds: string[]) => void;
}) {
  const { projectId, feedbackIds, evidence, settings } = props;
  const sessionState = useDraftSession(projectId, feedbackIds);
  const { session, change, forget } = sessionState;
  const draft = useDraft({ session, change, evidence, settings });
  const sequence = usePageSequence(session, change, evidence);
  const [step, setStep] = useState<"draft" | "review" | "created">("draft");
  const flags = useMemo(
    () => new Map(evidence.map((item) => [item.id, evidenceFlags(item)])),
    [evidence],
  );
  const { data: open } = useQuery(openJobs(projectId, feedbackIds));
  const ownKey = draft.intent?.intentKey;
  const busy = useMemo(() => {
    const others = open?.filter(({ intentKey }) => intentKey !== ownKey);
    return new Set(others?.map(({ feedbackId }) => feedbackId));
  }, [open, ownKey]);
  const router = useRouter();
  const client = useQueryClient();
  const onCreated = (job: Job, pendingIds: string[]) => {
    const { scope } = session;
    // After closing and reopening, continue at a page without a job.
    const next = sequence.next ?? sequence.open.find((page) => page !== scope);
    props.onCreated(job, pendingIds, scope === null || next === undefined);
    void client.invalidateQueries({
      queryKey: ["feedback", projectId],
      predicate: isNotEvidence,
      // When leaving the inbox, it refetches on return instead of while the job page loads.
      refetchType: scope === null ? "none" : "active",
    });
    void client.invalidateQueries({ queryKey: ["jobs", projectId] });
    if (scope === null) {
      forget();
      router.push(`/${projectId}/jobs/${job.id}`);
      return;
    }
    sequence.record(scope, job);
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
          pendingAmong={props.pendingAmong}
          onCreated={onCreated}
        />
      </DraftFrame>
    );
  }
  return (
    <DraftFrame title={`Draft fix${turn}`}>
      <DraftEditor
        missing={feedbackIds.length - evidence.length}
        draft={draft}
        sequence={sequence}
        flags={flags}
        busy={busy}
        templates={settings.templates}
        earlierDraft={<RestoredDraft session={sessionState} onOpenOther={props.onOpenOther} />}
        onCancel={props.onClose}
        onFinish={() => setStep("created")}
        onReview={() => {
          draft.prepareRequest();
          setStep("review");
        }}
      />
    </DraftFrame>
  );
}

function jobsCreated(count: number): string {
  return `${count} ${count === 1 ? "job" : "jobs"} created`;
}

/** Evidence stays the same while someone works on a draft. */
function isNotEvidence({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[2] !== "evidence";
}
