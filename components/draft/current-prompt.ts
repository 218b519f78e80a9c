import { redraft } from "../../lib/prompt/redraft.ts";

/** Manual edits of a prompt. */
export interface ManualEdit {
  /** The draft before the edits. */
  base: string;
  text: string;
  /** Edited while it couldn't update with the evidence. Updates resume only on request. */
  paused: boolean;
}

/** The prompt and how it relates to the evidence. */
export interface CurrentPrompt {
  text: string;
  /** Why it doesn't update with the evidence; null if it does. */
  outdatedReason: string | null;
  /** Whether updates are paused and can resume. */
  canRegenerate: boolean;
  /** Lines of the new draft that edits replace. */
  replacedLines: string[];
}

/**
 * Merges manual edits with the draft of the current evidence. Always starts from the original edits,
 * so that an item that's included again restores the edits made in its quote.
 */
export function currentPrompt(
  edited: ManualEdit | null,
  drafted: string,
  token: string,
): CurrentPrompt {
  const upToDate = { outdatedReason: null, canRegenerate: false, replacedLines: [] };
  if (edited === null) return { ...upToDate, text: drafted };
  const { base, text, paused } = edited;
  if (base === drafted) return { ...upToDate, text };
  const merged = redraft({ drafted: base, edited: text, redrafted: drafted }, token);
  if (!merged.merged) return { ...upToDate, text, outdatedReason: merged.reason };
  if (paused)
    return {
      ...upToDate,
      text,
      outdatedReason: "You edited it after it stopped updating.",
      canRegenerate: true,
    };
  return { ...upToDate, text: merged.text, replacedLines: merged.replacedLines };
}
