"use client";

import { useMemo, useState } from "react";
import type { Evidence } from "../../lib/contract/dashboard.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { fenceProblems, newToken } from "../../lib/prompt/fence.ts";
import { promptSize } from "../../lib/prompt/size.ts";

const NOTHING: Evidence[] = [];

/** A prompt that follows the evidence until somebody edits it; from then on it is theirs. */
export function useDraft(evidence: Evidence[] = NOTHING) {
  const [token] = useState(newToken);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<string | null>(null);
  const included = useMemo(() => evidence.filter(({ id }) => !left.has(id)), [evidence, left]);
  const drafted = useMemo(() => draftPrompt(included, { token }), [included, token]);
  const prompt = edited ?? drafted;
  const ids = included.map(({ id }) => id).join(" ");
  // One key for this text and evidence: whoever goes back and forth, presses twice, or sends again
  // after a lost answer never makes a second job.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other text is another intent.
  const intentKey = useMemo(() => crypto.randomUUID(), [prompt, ids]);
  return {
    prompt,
    intentKey,
    size: promptSize(prompt).characters,
    included,
    left,
    /** The text is no longer the one that would be drafted from this evidence. */
    isEdited: edited !== null,
    problems: useMemo(() => fenceProblems(prompt, token), [prompt, token]),
    edit: (text: string) => setEdited(text === drafted ? null : text),
    draftAgain: () => setEdited(null),
    toggle: (id: string) =>
      setLeft((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
  };
}

export type Draft = ReturnType<typeof useDraft>;
