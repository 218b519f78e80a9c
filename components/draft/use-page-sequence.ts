"use client";

import { useMemo } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { Job } from "../../lib/contract/api/jobs.ts";
import { byPage } from "../../lib/prompt/evidence.ts";
import { type DraftSession, openPrompt, type PageScope } from "./draft-session.ts";
import type { ChangeDraftSession } from "./use-draft-session.ts";

/** Resequence the selection's prompts: one for all of it, or one per page in sequence. */
export function usePageSequence(
  session: DraftSession,
  change: ChangeDraftSession,
  evidence: Evidence[],
) {
  const { scope, excluded, created } = session;
  const pages = useMemo(() => byPage(evidence), [evidence]);
  const about = (page: string) => pages.find((group) => group.page === page)?.items ?? [];
  const isIncluded = (page: string) => about(page).some(({ id }) => !excluded.has(id));
  const all = pages.map(({ page }) => page);
  const included = all.filter(isIncluded);
  const sequence = all.filter((page) => page === scope || created.has(page) || isIncluded(page));
  const at = scope === null ? -1 : sequence.indexOf(scope);
  const isOpen = (page: string) => !created.has(page);
  return {
    perPage: scope !== null,
    /** Number of jobs with one job per page. */
    count: included.length,
    /** Whether one job per page can be offered. */
    canSplit: pages.length > 1 && created.size === 0,
    /** Position of the open prompt, starting at 1. */
    position: at + 1,
    total: sequence.length,
    previous: sequence.slice(0, Math.max(at, 0)).findLast(isOpen) ?? null,
    next: sequence.slice(at + 1).find(isOpen) ?? null,
    created: all.flatMap((page) => {
      const job = created.get(page);
      return job ? [{ page, job }] : [];
    }),
    /** Pages with included items and without a job. */
    open: included.filter(isOpen),
    goTo: (page: PageScope) => change((now) => openPrompt(now, page)),
    split: (perPage: boolean) =>
      change((now) => openPrompt(now, perPage ? (included[0] ?? all[0] ?? null) : null)),
    record: (page: string, job: Job) =>
      change((now) => ({ ...now, created: new Map(now.created).set(page, job) })),
  };
}

export type PageSequence = ReturnType<typeof usePageSequence>;
