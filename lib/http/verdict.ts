import "server-only";
import { AppError, type ErrorCode, isAppError } from "../errors.ts";

/** Codes with which an operation refuses what was sent, whoever sends it and whenever. */
const REFUSALS: readonly ErrorCode[] = ["invalid_request", "not_found", "conflict", "too_large"];

/**
 * Marks an operation's own refusal, so that a browser that keeps what it sent takes nothing else for one. It runs after
 * the session, the project, and the completeness of the body were checked.
 */
export async function markRefusals<Result>(operate: () => Promise<Result>): Promise<Result> {
  try {
    return await operate();
  } catch (error) {
    if (!isAppError(error) || !REFUSALS.includes(error.code)) throw error;
    const { code, message, details, retryAfter } = error;
    throw new AppError(code, message, { details, retryAfter, isRefusal: true, cause: error });
  }
}
