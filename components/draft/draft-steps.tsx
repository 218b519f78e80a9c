"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { Job } from "../../lib/contract/api/jobs.ts";
import { MAX_PROMPT_ITEMS } from "../../lib/contract/api/list-limits.ts";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { countedOnly } from "../../lib/prompt/evidence.ts";
import { type JobPart, type Split, splitEvidence } from "../../lib/prompt/split.ts";
import { openJobs } from "../../lib/queries/job-actions.ts";
import { counted } from "../../lib/text/counted.ts";
import { Notice } from "../ui/notice.tsx";
import { BatchStep } from "./batch-step.tsx";
import { DraftProblem } from "./draft-problem.tsx";
import { type DraftSession, withPrompts } from "./draft-session.ts";
import { PromptSteps } from "./prompt-steps.tsx";
import { RestoredDraft } from "./restored-draft.tsx";
import { SimilarItems } from "./similar-items.tsx";
import { SplitChoice } from "./split-choice.tsx";
import { useBatch } from "./use-batch.ts";
import { type DraftSessionState, useDraftSession } from "./use-draft-session.ts";
import { usePreparedJobs } from "./use-prepared-jobs.ts";
import type { StoredDraftState } from "./use-stored-draft.ts";

/** More pages than a prompt's first line names become jobs of their own, unless someone chooses otherwise. */
const MAX_PAGES_OF_ONE_JOB = 3;

export interface DraftStepsProps {
  projectId: string;
  /** Where the prompts go: the agent and repository, for display. */
  destination: string;
  feedbackIds: string[];
  evidence: Evidence[];
  settings: ProjectSettings;
  /** What the server has of the draft. */
  stored: StoredDraftState;
  onClose: () => void;
  /** Returns the items that are pending now. */
  pendingAmong: (feedbackIds: readonly string[]) => string[];
  /** Called with each created job, its items that were pending, and whether it is the last one. */
  onCreated?: (job: Job, pendingIds: string[], isLast: boolean) => void;
  /** Called when all jobs of a batch were created. */
  onBatchCreated: (batch: CreatedBatch) => void;
  onOpenOther: (feedbackIds: string[]) => void;
}

/** Jobs that were created at once, and the address of their list. */
export interface CreatedBatch {
  kind: "created";
  count: number;
  href: string;
}

/** Steps from draft to review to job, or from a list of drafts to several jobs. */
export function DraftSteps(props: DraftStepsProps) {
  const { projectId, feedbackIds, evidence, settings } = props;
  const countedIds = useMemo(() => countedOnly(evidence).map(({ id }) => id), [evidence]);
  const sessionState = useDraftSession(projectId, feedbackIds, countedIds);
  const { session, change } = sessionState;
  const { split, parts, counts } = useSplit(evidence, countedIds.length, session.split);
  useEffect(() => {
    if (parts.every(({ key }) => session.prompts.has(key))) return;
    const keys = parts.map(({ key }) => key);
    change((now) => ({ ...now, prompts: withPrompts(now, keys) }));
  }, [parts, session.prompts, change]);
  const jobs = usePreparedJobs(split === "none" ? NO_PARTS : parts, session, settings);
  const [focused, setFocused] = useState<string | null>(null);
  const created = useCreated(props, sessionState.forget);
  const batch = useBatch({ ...props, ...created, session, change });
  const busy = useBusyItems(projectId, feedbackIds, session.prompts);
  const choose = (next: Split) => {
    setFocused(null);
    change((now) => ({ ...now, split: next, scope: null }));
  };
  const choice = Object.keys(counts).length > 1 && session.created.size === 0 && (
    <SplitChoice
      split={split}
      counts={counts}
      isFocused={split !== "none" && focused === null}
      onChoose={choose}
    />
  );
  const earlierDraft = <EarlierDraft {...props} session={sessionState} />;
  const open = split === "none" ? parts[0] : parts.find(({ key }) => key === session.scope);
  if (open) {
    return (
      <PromptSteps
        key={open.key}
        {...props}
        {...{ session, change, busy, choice, earlierDraft }}
        similar={feedbackIds.length === 1 && <SimilarItems {...props} />}
        isKept={sessionState.isKept}
        part={open}
        isOneOfMany={split !== "none"}
        title={split === "none" ? "" : `: job ${parts.indexOf(open) + 1} of ${parts.length}`}
        onSplit={counts.page !== undefined && split === "none" ? () => choose("page") : null}
        onBack={() => change((now) => ({ ...now, scope: null }))}
        onJobCreated={created.onSingle}
      />
    );
  }
  return (
    <BatchStep
      {...props}
      {...{ parts, jobs, busy, session, change, batch, focused, choice, earlierDraft }}
      onOpen={(scope) => {
        setFocused(scope);
        change((now) => ({ ...now, scope }));
      }}
    />
  );
}

/** Says whether the draft was restored, and whether it is saved. */
function EarlierDraft(
  props: Pick<
    DraftStepsProps,
    "projectId" | "feedbackIds" | "evidence" | "stored" | "onOpenOther" | "onClose"
  > & { session: DraftSessionState },
) {
  const left = props.evidence.length;
  const deleted = props.feedbackIds.length - left;
  return (
    <>
      <DraftProblem {...props} />
      {deleted > 0 && (
        <Notice tone="warn">
          {counted(deleted, "item was", "items were")} deleted.{" "}
          {counted(left, "item is", "items are")} left.
        </Notice>
      )}
      <RestoredDraft {...props} />
    </>
  );
}

const NO_PARTS: JobPart[] = [];

/** Returns the jobs that the selection becomes, and how many each other way would make. */
function useSplit(evidence: Evidence[], countedOnlyItems: number, chosen: Split | null) {
  const ways = useMemo(
    () => ({
      none: splitEvidence(evidence, "none"),
      page: splitEvidence(evidence, "page"),
      theme: splitEvidence(evidence, "theme"),
    }),
    [evidence],
  );
  const isTooMuch = evidence.length - countedOnlyItems > MAX_PROMPT_ITEMS;
  const hasThemes = ways.theme.some(({ key }) => key?.startsWith("theme\n"));
  const counts: Partial<Record<Split, number>> = {
    ...(isTooMuch ? {} : { none: 1 }),
    ...(ways.page.length > 1 ? { page: ways.page.length } : {}),
    ...(hasThemes && ways.theme.length > 1 ? { theme: ways.theme.length } : {}),
  };
  const usual = ways.page.length > MAX_PAGES_OF_ONE_JOB || isTooMuch ? "page" : "none";
  const split = chosen !== null && chosen in counts ? chosen : usual;
  return { split, parts: ways[split], counts };
}

/** Returns the items that are already in an open job, other than those that this draft created. */
function useBusyItems(
  projectId: string,
  feedbackIds: readonly string[],
  prompts: DraftSession["prompts"],
): ReadonlySet<string> {
  const { data: open } = useQuery(openJobs(projectId, feedbackIds));
  return useMemo(() => {
    const own = new Set([...prompts.values()].map(({ intent }) => intent?.intentKey));
    const others = open?.filter(({ intentKey }) => !own.has(intentKey));
    return new Set(others?.map(({ feedbackId }) => feedbackId));
  }, [open, prompts]);
}

/** Returns what to do when jobs are created: refetch the lists, and end the draft. */
function useCreated(
  { projectId, onCreated, onBatchCreated, onClose }: DraftStepsProps,
  forget: () => void,
) {
  const router = useRouter();
  const client = useQueryClient();
  const refetch = (refetchType: "none" | "active") => {
    const queryKey = ["feedback", projectId];
    void client.invalidateQueries({ queryKey, predicate: isNotEvidence, refetchType });
    void client.invalidateQueries({ queryKey: ["jobs", projectId] });
  };
  return {
    onCreated,
    onSingle: (job: Job, pendingIds: string[]) => {
      onCreated?.(job, pendingIds, true);
      // When leaving the inbox, it refetches on return instead of while the job page loads.
      refetch("none");
      forget();
      router.push(`/${projectId}/jobs/${job.id}`);
    },
    onDone: (batchId: string, count: number) => {
      refetch("active");
      forget();
      onClose();
      onBatchCreated({ kind: "created", count, href: `/${projectId}/jobs?batch=${batchId}` });
    },
  };
}

/** Evidence stays the same while someone works on a draft. */
function isNotEvidence({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return queryKey[2] !== "evidence";
}
