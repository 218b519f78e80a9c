// In a file of its own, because every page counts unsaved changes, but not every page loads the
// logs.

/** Prefixes of the keys of unsaved changes in the browser's `localStorage`. */
export const DECISION_PREFIX = "errata-decision:";
export const NOTE_PREFIX = "errata-note:";
export const CHANGE_PREFIX = "errata-change:";
/** Prefix of the keys of drafts, saved or not. Earlier versions used `sessionStorage`. */
export const DRAFT_PREFIX = "errata-draft:";

type Keys = Pick<Storage, "length" | "key">;

/** Returns how many decisions, notes, and personal changes this browser keeps, of all people and projects. */
export function countUnsaved(): number {
  try {
    return keysOf(localStorage).filter(
      (key) => key.startsWith(DECISION_PREFIX) || isNoteOrChange(key),
    ).length;
  } catch {
    return 0;
  }
}

/** Whether a storage has notes or personal changes that an earlier page didn't send. */
export function hasNotesOrChanges(storage: Keys | null): boolean {
  return keysOf(storage).some(isNoteOrChange);
}

/** Whether a storage has drafts of prompts. */
export function hasDrafts(storage: Keys | null): boolean {
  return keysOf(storage).some((key) => key.startsWith(DRAFT_PREFIX));
}

function isNoteOrChange(key: string): boolean {
  return key.startsWith(NOTE_PREFIX) || key.startsWith(CHANGE_PREFIX);
}

/** Returns the keys in a storage; none where the browser offers none. */
export function keysOf(storage: Keys | null): string[] {
  return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
}
