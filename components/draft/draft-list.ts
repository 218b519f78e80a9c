/** An unfinished draft. */
export interface SavedDraft {
  /** Feedback IDs. */
  selection: string[];
  /** Last change, in epoch milliseconds. */
  at: number;
}

/** A draft and the key of its content. */
export interface ListedDraft extends SavedDraft {
  id: string;
}

/** Returns the drafts of a stored list, newest first. */
export function parseDraftList(text: string | null | undefined): ListedDraft[] {
  const listed = parseStored(text);
  return Array.isArray(listed) ? listed.filter(isListed) : [];
}

/** Parses JSON from the browser's storage; null if it can't be read. */
export function parseStored(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isListed(value: unknown): value is ListedDraft {
  const { id, selection, at } = (value ?? {}) as Partial<ListedDraft>;
  return typeof id === "string" && Array.isArray(selection) && typeof at === "number";
}
