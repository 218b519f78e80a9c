// Apart from the log itself, because every page's error message counts them.

/** Begins the keys of all decisions in the browser's `localStorage`. */
export const DECISION_PREFIX = "errata-decision:";

/** Returns how many decisions, notes, and small changes this browser keeps, of all people and projects. */
export function countKept(): number {
  try {
    return keysOf(localStorage).filter((key) => /^errata-(decision|note|change):/.test(key)).length;
  } catch {
    return 0;
  }
}

/** Returns the keys in a storage; none where the browser offers none. */
export function keysOf(storage: Pick<Storage, "length" | "key"> | null): string[] {
  return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
}
