import { redraft } from "../../lib/prompt/redraft.ts";

/** A prompt that a person edited by hand. */
export interface Edited {
  /** The draft that was edited. */
  base: string;
  text: string;
  /** Was typed while it could not follow the evidence: it moves again only when asked to. */
  held: boolean;
}

/** The prompt as it stands now. */
export interface Followed {
  text: string;
  /** Why it does not follow the evidence; null while it does. */
  stuck: string | null;
  /** It was held, and could follow again. */
  canFollow: boolean;
  /** Lines of the new draft that gave way to edits. */
  gaveWay: string[];
}

/**
 * Brings edits and the draft of the evidence as it is now together. Starts from the same edits
 * each time, so that an entry that comes back brings back what was edited in it.
 */
export function follow(edited: Edited | null, drafted: string, token: string): Followed {
  const settled = { stuck: null, canFollow: false, gaveWay: [] };
  if (edited === null) return { ...settled, text: drafted };
  const { base, text, held } = edited;
  if (base === drafted) return { ...settled, text };
  const merged = redraft({ drafted: base, edited: text, redrafted: drafted }, token);
  if (!merged.merged) return { ...settled, text, stuck: merged.reason };
  if (held) return { ...settled, text, stuck: "It was edited since.", canFollow: true };
  return { ...settled, text: merged.text, gaveWay: merged.gaveWay };
}
