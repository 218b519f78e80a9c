"use client";

import { useMemo, useState } from "react";
import type { Evidence } from "../../lib/contract/dashboard.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { attribute, fenceProblems, newToken } from "../../lib/prompt/fence.ts";
import { promptSize } from "../../lib/prompt/size.ts";

const NOTHING: Evidence[] = [];

/** What a person has made of a draft. */
interface Work {
  token: string;
  /** Entries that were left out. */
  left: ReadonlySet<string>;
  /** The text as edited by hand; null while it is the drafted one. */
  edited: string | null;
}

/** Work on drafts that were closed, by their selection, so that closing one loses nothing. */
const kept = new Map<string, Work>();

/** A prompt that follows the evidence until somebody edits it; from then on it is theirs. */
export function useDraft(selection: readonly string[], evidence: Evidence[] = NOTHING) {
  const key = selection.toSorted().join(" ");
  const [work, setWork] = useState<Work>(
    () => kept.get(key) ?? { token: newToken(), left: new Set(), edited: null },
  );
  const change = (changes: Partial<Work>) => {
    const next = { ...work, ...changes };
    kept.set(key, next);
    setWork(next);
  };
  const { token, left, edited } = work;
  const included = useMemo(() => evidence.filter(({ id }) => !left.has(id)), [evidence, left]);
  const drafted = useMemo(() => draftPrompt(included, { token }), [included, token]);
  const prompt = edited ?? drafted;
  const behind = useMemo(
    () => evidence.filter((entry) => included.includes(entry) || isQuoted(entry, prompt)),
    [evidence, included, prompt],
  );
  const ids = behind.map(({ id }) => id).join(" ");
  // One key for this text and evidence: whoever goes back and forth, presses twice, or sends again
  // after a lost answer never makes a second job.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other text is another intent.
  const intentKey = useMemo(() => crypto.randomUUID(), [prompt, ids]);
  return {
    prompt,
    intentKey,
    size: promptSize(prompt).characters,
    left,
    /** Entries that the job is recorded with: those marked, and those that the text still quotes. */
    behind,
    /** Entries behind the job that the text does not name any more. */
    unnamed: useMemo(() => behind.filter((entry) => !isQuoted(entry, prompt)), [behind, prompt]),
    /** The text is no longer the one that would be drafted from this evidence. */
    isEdited: edited !== null,
    problems: useMemo(() => fenceProblems(prompt, token), [prompt, token]),
    edit: (text: string) => change({ edited: text === drafted ? null : text }),
    draftAgain: () => change({ edited: null }),
    toggle: (id: string) => {
      const after = new Set(left);
      if (!after.delete(id)) after.add(id);
      change({ left: after });
    },
    /** It was sent: the next draft of the same entries begins anew. */
    forget: () => kept.delete(key),
  };
}

export type Draft = ReturnType<typeof useDraft>;

function isQuoted({ id }: Evidence, prompt: string): boolean {
  return prompt.includes(attribute(id));
}
