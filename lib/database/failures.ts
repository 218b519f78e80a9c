import "server-only";

/**
 * Why a database does not take a write: no space, somebody else's lock, it takes none from anybody, or
 * it cannot be reached.
 */
export type StoreFailure = "full" | "locked" | "closed" | "away";

const KINDS: [StoreFailure, RegExp][] = [
  // 53100 is PostgreSQL's disk_full.
  ["full", /^(?:SQLITE_FULL|SQLITE_IOERR_WRITE|53100|ENOSPC)/],
  // 55P03: a lock was not to be had; 57014: a statement took longer than it may; 40P01, 40001: other
  // transactions came first again and again.
  ["locked", /^(?:SQLITE_BUSY|SQLITE_LOCKED|55P03|57014|40P01|40001)/],
  // 25006: a standby, or a server that its operator set to read only, as many do when a disk fills.
  ["closed", /^(?:SQLITE_READONLY|25006)/],
  // 53300: all connections are taken.
  ["away", /^(?:SQLITE_CANTOPEN|57P0|08|53300|ECONN|ENOTFOUND|EAI_AGAIN)/],
];

/** The kind of a driver's error, on either engine; null where it is none of these. */
export function storeFailure(error: unknown): StoreFailure | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return KINDS.find(([, pattern]) => pattern.test(code))?.[0] ?? null;
}
