import "server-only";
import { systemCode } from "../errors.ts";

/**
 * Why a database can't be written: the disk is full, the disk refuses writes, a lock is held, the database is read-only, or
 * it can't be reached.
 */
export type StoreFailure = "full" | "unwritable" | "locked" | "closed" | "away";

const KINDS: [StoreFailure, RegExp][] = [
  // 53100 is PostgreSQL's disk_full.
  ["full", /^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|53100|ENOSPC|EDQUOT)/],
  // SQLite doesn't say why: a quota, a disk that became read-only, or one that is broken.
  ["unwritable", /^(?:SQLITE_IOERR_(?:WRITE|FSYNC|TRUNCATE)|EROFS|EIO)/],
  // 55P03: lock timeout; 57014: statement timeout; 40P01, 40001: repeated conflicts.
  ["locked", /^(?:SQLITE_BUSY|SQLITE_LOCKED|55P03|57014|40P01|40001)/],
  // 25006: a standby or a read-only server; operators often switch to read-only when a disk fills up.
  ["closed", /^(?:SQLITE_READONLY|25006)/],
  // 53300: too many connections.
  ["away", /^(?:SQLITE_CANTOPEN|57P0|08|53300|ECONN|ENOTFOUND|EAI_AGAIN)/],
];

/** The message of pg's pool, which has no code, when it gets no connection in time. */
const NO_CONNECTION = /^(?:timeout exceeded when trying to connect|Connection terminated)/;

/** Classifies a driver's error, on either engine; null for any other error. */
export function storeFailure(error: unknown): StoreFailure | null {
  if (error instanceof Error && NO_CONNECTION.test(error.message)) return "away";
  const code = systemCode(error) ?? "";
  return KINDS.find(([, pattern]) => pattern.test(code))?.[0] ?? null;
}
