import "server-only";
import { MAX_PROMPT_ITEMS } from "../contract/api/list-limits.ts";
import { InvalidRequest } from "../errors.ts";
import { PROMPT_LIMIT, promptSize } from "../prompt/size.ts";
import { intentKeyTaken } from "../store/jobs/intent.ts";
import { rejectUnknown } from "../store/list/selection.ts";

/** A job to create once. */
export interface JobRequest {
  /** Chosen by the browser: 8 to 100 letters, digits, `_`, or `-`. */
  intentKey: string;
  /** The exact text to send, 1 to 200,000 characters. */
  prompt: string;
  /** IDs of 1 to 500 feedback items of the project. */
  feedbackIds: readonly string[];
  /** Chosen by the browser like `intentKey`, for jobs that are created at once. */
  batchId?: string;
}

/**
 * Validates a request and removes duplicate feedback IDs.
 * @throws {InvalidRequest}
 */
export function requireJobRequest(request: JobRequest): JobRequest {
  requireKey("intentKey", request.intentKey);
  if (request.batchId !== undefined) requireKey("batchId", request.batchId);
  requirePrompt(request.prompt);
  return { ...request, feedbackIds: requireSelection(request.feedbackIds) };
}

/**
 * Returns the IDs of a selection without duplicates.
 * @throws {InvalidRequest} for none, too many, or one that can't be an ID
 */
export function requireSelection(ids: readonly string[]): string[] {
  const distinct = [...new Set(ids)];
  if (distinct.length < 1 || distinct.length > MAX_PROMPT_ITEMS) {
    throw new InvalidRequest(
      `feedbackIds: must have 1 to ${MAX_PROMPT_ITEMS} IDs (got ${distinct.length})`,
    );
  }
  rejectUnknown(distinct.filter((id) => id === "" || id.includes("\0") || !id.isWellFormed()));
  return distinct;
}

/** @throws {InvalidRequest} */
export function requireKey(field: "intentKey" | "batchId", key: string): void {
  if (!/^[\w-]{8,100}$/.test(key)) {
    throw new InvalidRequest(`${field}: must be 8 to 100 letters, digits, _, or -`);
  }
}

/** @throws {InvalidRequest} if the text can't be stored and sent exactly as it is */
export function requirePrompt(prompt: string): void {
  const { characters } = promptSize(prompt);
  if (prompt.trim() === "" || characters > PROMPT_LIMIT) {
    throw new InvalidRequest(`prompt: must have 1 to ${PROMPT_LIMIT} characters`);
  }
  // Neither can be stored unchanged, and the stored text must be what is sent.
  if (prompt.includes("\0") || !prompt.isWellFormed()) {
    throw new InvalidRequest("prompt: must not contain NUL characters or lone surrogates");
  }
}

/** @throws {Conflict} if the intent key was used for another prompt or selection */
export function requireSameRequest(
  request: JobRequest,
  before: { prompt: string; feedbackIds: string[] },
): void {
  const ids = new Set(request.feedbackIds);
  const same =
    before.prompt === request.prompt &&
    before.feedbackIds.length === ids.size &&
    before.feedbackIds.every((id) => ids.has(id));
  if (!same) {
    throw intentKeyTaken();
  }
}
