import "server-only";
import type { EmbeddingsService } from "../config/embeddings.ts";
import { AppError } from "../errors.ts";
import { readBytes } from "../platform-client/read-body.ts";
import { parseRetryAfter } from "../platform-client/retry-after.ts";
import { vectorsIn } from "./answer.ts";

/** Texts per request. Answers are parsed on the event loop, at most 20 ms for as many. */
export const MAX_TEXTS = 32;
/** Milliseconds from sending to the last byte. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Bytes of an answer: 32 vectors of 4,096 numbers. */
const SIZE_LIMIT = 4 * 1024 * 1024;

/** The service didn't answer with vectors. The message is for people, and quotes nothing that the service sent. */
export class EmbeddingsUnavailable extends AppError {
  override readonly name = "EmbeddingsUnavailable";
  /** Whether the service may have rejected one of the texts, or their number. */
  readonly rejectsTexts: boolean;

  constructor(message: string, options: { retryAfter?: number; rejectsTexts?: boolean } = {}) {
    super("unavailable", message, { retryAfter: options.retryAfter });
    this.rejectsTexts = options.rejectsTexts ?? false;
  }
}

/**
 * Sends texts to the service.
 * @param options.signal when it aborts, its reason is thrown
 * @returns a vector for each text, in order
 * @throws {EmbeddingsUnavailable}
 */
export async function requestEmbeddings(
  service: EmbeddingsService,
  texts: readonly string[],
  options: { now: number; signal: AbortSignal; timeLimit?: number },
): Promise<Int8Array[]> {
  const { now, signal, timeLimit = REQUEST_TIMEOUT_MS } = options;
  const timeout = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(`${service.url}/embeddings`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(service.key === null ? {} : { authorization: `Bearer ${service.key}` }),
      },
      body: JSON.stringify({ model: service.model, input: texts }),
      // Don't follow redirects: the key must only reach the service itself.
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.any([signal, timeout]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw rejection(response, now);
    }
    const body = await readBytes(response.body ?? [], SIZE_LIMIT);
    if (body === null) {
      throw new EmbeddingsUnavailable(
        "The service's response is too large, so Errata didn't read it.",
      );
    }
    const vectors = vectorsIn(body, texts.length);
    if (vectors) return vectors;
    throw new EmbeddingsUnavailable(
      "The service's response isn't a list with one vector per text. Check EMBEDDINGS_URL.",
    );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EmbeddingsUnavailable) throw error;
    if (timeout.aborted) {
      const seconds = Math.ceil(timeLimit / 1_000);
      throw new EmbeddingsUnavailable(`The service didn't respond within ${seconds} seconds.`);
    }
    throw unreachable(error);
  }
}

function rejection({ status, headers }: Response, now: number): EmbeddingsUnavailable {
  const retryAfter = parseRetryAfter(headers.get("retry-after"), now) ?? undefined;
  if (status >= 300 && status < 400) {
    return new EmbeddingsUnavailable(
      "The service returned a redirect. To protect the key, Errata didn't follow it. " +
        "If you trust the new address, set EMBEDDINGS_URL to it.",
    );
  }
  const rejectsTexts = status === 400 || status === 413 || status === 422;
  return new EmbeddingsUnavailable(`The service returned ${status}${ADVICE[status] ?? "."}`, {
    retryAfter,
    rejectsTexts,
  });
}

/** Returns the advice for a status. */
const ADVICE: Record<number, string> = {
  400: ". Check EMBEDDINGS_MODEL.",
  401: ": the key was rejected. Check EMBEDDINGS_KEY.",
  402: ": payment is required.",
  403: ": the key was rejected. Check EMBEDDINGS_KEY.",
  404: ". Check EMBEDDINGS_URL and EMBEDDINGS_MODEL.",
  429: ": too many requests.",
};

/** Returns the error for a failed connection. The cause's code helps the operator. */
function unreachable(error: unknown): EmbeddingsUnavailable {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
  return new EmbeddingsUnavailable(
    `Couldn't reach the service${code}. Check EMBEDDINGS_URL and the network.`,
  );
}
