import "server-only";
import { AppError, type ErrorCode, isAppError } from "../errors.ts";

/** Codes of final rejections: the same request would be rejected at any time, for anyone. */
const REFUSALS: readonly ErrorCode[] = ["invalid_request", "not_found", "conflict", "too_large"];

/**
 * Marks an operation's own rejection as final, so that a browser removes the unsaved change for no other reason. Called
 * after the session, the project, and the completeness of the body were checked.
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
