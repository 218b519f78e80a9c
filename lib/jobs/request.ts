import "server-only";
import { Conflict, InvalidRequest } from "../errors.ts";
import { PROMPT_LIMIT, promptSize } from "../prompt/size.ts";
import { requireSelection } from "../store/feedback-selection.ts";

/** What a person asked for: one job, whatever happens on the way. */
export interface JobRequest {
  /** Given by the browser: 8 to 100 letters, digits, `_` or `-`. */
  intentKey: string;
  /** The exact text to send, 1 to 200,000 characters. */
  prompt: string;
  /** 1 to 500 entries of the project. */
  feedbackIds: readonly string[];
}

/**
 * The request, each feedback id once.
 * @throws {InvalidRequest}
 */
export function requireJobRequest(request: JobRequest): JobRequest {
  if (!/^[\w-]{8,100}$/.test(request.intentKey)) {
    throw new InvalidRequest("intentKey: must be 8 to 100 letters, digits, _ or -");
  }
  const { characters } = promptSize(request.prompt);
  if (request.prompt.trim() === "" || characters > PROMPT_LIMIT) {
    throw new InvalidRequest(`prompt: must have 1 to ${PROMPT_LIMIT} characters`);
  }
  // Neither could be stored as it is, and what is stored has to be what is sent.
  if (request.prompt.includes("\0") || !request.prompt.isWellFormed()) {
    throw new InvalidRequest("prompt: has a character that is not text (NUL or half a surrogate)");
  }
  return { ...request, feedbackIds: requireSelection(request.feedbackIds) };
}

/**
 * Refuses an intent key that was used for something else before.
 * @throws {Conflict}
 */
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
    throw new Conflict(
      "This intent was already used for another prompt or selection. Nothing was sent. " +
        "Close the draft and start it again.",
    );
  }
}
