"use client";

import { useMemo } from "react";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import type { Job } from "../../lib/contract/api/jobs.ts";
import { byPage } from "../../lib/prompt/evidence.ts";
import { type DraftSession, openPrompt, type Scope } from "./draft-session.ts";
import type { ChangeDraftSession } from "./use-draft-session.ts";

/** Which prompts the selection becomes: one for all of it, or one for each of its pages in turn. */
export function useSequence(work: DraftSession, change: ChangeDraftSession, evidence: Evidence[]) {
  const { scope, left, created } = work;
  const pages = useMemo(() => byPage(evidence), [evidence]);
  const about = (page: string) => pages.find((group) => group.page === page)?.entries ?? [];
  const isWanted = (page: string) => about(page).some(({ id }) => !left.has(id));
  const all = pages.map(({ page }) => page);
  const wanted = all.filter(isWanted);
  const turns = all.filter((page) => page === scope || created.has(page) || isWanted(page));
  const at = scope === null ? -1 : turns.indexOf(scope);
  const isOpen = (page: string) => !created.has(page);
  return {
    perPage: scope !== null,
    /** Jobs that one for each page would be. */
    count: wanted.length,
    /** Whether one job for each page is an offer to make. */
    isOffered: pages.length > 1 && created.size === 0,
    /** Which of how many this one is, from 1. */
    position: at + 1,
    total: turns.length,
    previous: turns.slice(0, Math.max(at, 0)).findLast(isOpen) ?? null,
    next: turns.slice(at + 1).find(isOpen) ?? null,
    created: all.flatMap((page) => {
      const job = created.get(page);
      return job ? [{ page, job }] : [];
    }),
    /** Pages with marked entries and without a job. */
    open: wanted.filter(isOpen),
    goTo: (page: Scope) => change((now) => openPrompt(now, page)),
    split: (perPage: boolean) =>
      change((now) => openPrompt(now, perPage ? (wanted[0] ?? all[0] ?? null) : null)),
    record: (page: string, job: Job) =>
      change((now) => ({ ...now, created: new Map(now.created).set(page, job) })),
  };
}

export type Sequence = ReturnType<typeof useSequence>;
