import "server-only";
import { storeFailure } from "../../database/failures.ts";
import type { SyncProblem } from "./state.ts";

const MESSAGES = {
  full: "The disk is full, so sync is stopped. Your data is safe; free up some space and sync resumes automatically.",
  unwritable:
    "Errata can't write to its disk, so sync is stopped. Your data is safe; check whether the disk is full or read-only. Sync resumes automatically.",
  locked:
    "Another program holds the database lock, so sync is stopped. Your data is safe; sync resumes when the lock is released.",
  closed:
    "The database is read-only right now, so sync is stopped. Your data is safe; sync resumes when it accepts writes again.",
  away: "Couldn't reach the database. Sync resumes when it responds again.",
  unknown:
    "Couldn't save feedback from the platform. Your data is safe and Errata retries automatically; see the log for details.",
} as const;

/** Returns the problem to show when the store itself fails. */
export function storeProblem(error: unknown, now: number): SyncProblem {
  const kind = storeFailure(error) ?? "unknown";
  return { code: "unavailable", message: MESSAGES[kind], since: now };
}
