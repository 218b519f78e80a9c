import "server-only";
import { type StoreFailure, storeFailure } from "../database/failures.ts";
import { AppError, type ErrorCode } from "../errors.ts";

const ERRORS: Record<StoreFailure, { code: ErrorCode; message: string }> = {
  full: {
    code: "disk_full",
    message: "Not saved: the disk is full. Free up some space on the server, then try again.",
  },
  locked: {
    code: "unavailable",
    message: "Not saved: another program is using the database. Try again in a moment.",
  },
  closed: {
    code: "unavailable",
    message: "Not saved: the database is read-only right now. Try again later.",
  },
  away: {
    code: "unavailable",
    message: "Couldn't reach the database. Try again in a moment.",
  },
};

/** Returns what people should know about a failure of the database; null for any other error. */
export function storeError(error: unknown): AppError | null {
  const kind = storeFailure(error);
  return kind && new AppError(ERRORS[kind].code, ERRORS[kind].message, { cause: error });
}
