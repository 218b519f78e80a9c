"use client";

import { useMemo, useState } from "react";
import type { Evidence } from "../../lib/contract/dashboard.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { fenceProblems, newToken } from "../../lib/prompt/fence.ts";

const NOTHING: Evidence[] = [];

/** A prompt that follows the evidence until somebody edits it; from then on it is theirs. */
export function useDraft(evidence: Evidence[] = NOTHING) {
  const [token] = useState(newToken);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<string | null>(null);
  const included = useMemo(() => evidence.filter(({ id }) => !left.has(id)), [evidence, left]);
  const drafted = useMemo(() => draftPrompt(included, { token }), [included, token]);
  const prompt = edited ?? drafted;
  return {
    prompt,
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
