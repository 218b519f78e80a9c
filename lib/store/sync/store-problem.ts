import "server-only";
import { storeFailure } from "../../database/failures.ts";
import type { SyncProblem } from "./state.ts";

const MESSAGES = {
  full: "The disk is full, so nothing new can be stored. What was stored before is shown as it is. Free some space: reading goes on by itself.",
  locked:
    "Another program holds the database's lock, so nothing new can be stored. What was stored before is shown as it is. Reading goes on by itself when the lock is given back.",
  closed:
    "The database takes no writes at the moment, so nothing new can be stored. What was stored before is shown as it is. Reading goes on by itself when it takes them again.",
  away: "The database does not answer. Reading goes on by itself when it does.",
  unknown:
    "What the platform sent could not be stored. Nothing that was stored before is lost; it is read again. The log says more.",
} as const;

/** What a person should know of a failure of the store itself. */
export function storeProblem(error: unknown, now: number): SyncProblem {
  const kind = storeFailure(error) ?? "unknown";
  return { code: "unavailable", message: MESSAGES[kind], since: now };
}
