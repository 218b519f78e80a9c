import "server-only";

/** Why a database does not take a write: no space, somebody else's lock, or it cannot be reached. */
export type StoreFailure = "full" | "locked" | "away";

const KINDS: [StoreFailure, RegExp][] = [
  // 53100 is PostgreSQL's disk_full.
  ["full", /^(?:SQLITE_FULL|SQLITE_IOERR_WRITE|53100|ENOSPC)/],
  // 55P03: a lock was not to be had; 57014: a statement took longer than it may.
  ["locked", /^(?:SQLITE_BUSY|SQLITE_LOCKED|55P03|57014)/],
  ["away", /^(?:SQLITE_CANTOPEN|57P0|08|ECONN|ENOTFOUND|EAI_AGAIN)/],
];

/** The kind of a driver's error, on either engine; null where it is none of these. */
export function storeFailure(error: unknown): StoreFailure | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return KINDS.find(([, pattern]) => pattern.test(code))?.[0] ?? null;
}
