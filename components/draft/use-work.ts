"use client";

import { useCallback, useState } from "react";
import type { Job } from "../../lib/contract/dashboard.ts";
import { newToken } from "../../lib/prompt/fence.ts";
import type { Edited } from "./follow.ts";

/** What one prompt is about: one page, or with null everything that is selected. */
export type Scope = string | null;

/** A person's decision to create a job from this text; it is sent with one key, however often. */
export interface Intent {
  intentKey: string;
  prompt: string;
  feedbackIds: string[];
}

/** One prompt in the making. */
export interface Part {
  /** Of its fences. */
  token: string;
  edited: Edited | null;
  intent: Intent | null;
}

/** What a person has made of a selection. */
export interface Work {
  /** Which prompt is open. */
  scope: Scope;
  parts: ReadonlyMap<Scope, Part>;
  /** Entries that are left out: the reason, or null where a person did it. */
  left: ReadonlyMap<string, string | null>;
  /** Identifier of the chosen template. */
  template: string | null;
  /** Jobs that were created for single pages. */
  created: ReadonlyMap<string, Job>;
}

export type ChangeWork = (update: (work: Work) => Work) => void;

/** Work on drafts that were closed, by their selection, so that closing one loses nothing. */
const kept = new Map<string, Work>();

/** The work on a selection. It outlives the dialog until it is forgotten. */
export function useWork(projectId: string, selection: readonly string[]) {
  const key = JSON.stringify([projectId, ...selection.toSorted()]);
  const [work, setWork] = useState(() => keptWork(key));
  const change = useCallback<ChangeWork>(
    (update) => {
      const next = update(keptWork(key));
      kept.set(key, next);
      setWork(next);
    },
    [key],
  );
  const forget = useCallback(() => {
    kept.delete(key);
  }, [key]);
  return { work, change, forget };
}

/** The work with this prompt open; a prompt that is opened for the first time gets its fences. */
export function withScope(work: Work, scope: Scope): Work {
  const part = work.parts.get(scope) ?? { token: newToken(), edited: null, intent: null };
  return { ...work, scope, parts: new Map(work.parts).set(scope, part) };
}

function keptWork(key: string): Work {
  const known = kept.get(key);
  if (known) return known;
  const nothing = { left: new Map(), template: null, created: new Map() };
  const work = withScope({ ...nothing, scope: null, parts: new Map() }, null);
  kept.set(key, work);
  return work;
}
