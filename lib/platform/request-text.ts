import "server-only";
import { AppError, InvalidRequest, isAppError } from "../errors.ts";

/**
 * Reads the body of a request.
 * @param limit bytes; the rest isn't read
 * @throws {AppError} `too_large` with `tooLarge` as its message
 * @throws {InvalidRequest} if the body is incomplete
 */
export async function readRequestBytes(
  request: Request,
  limit: number,
  tooLarge: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Throwing out of the loop cancels the stream.
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) throw new AppError("too_large", tooLarge);
      chunks.push(chunk);
    }
  } catch (error) {
    // Any other error means that the client disconnected.
    throw isAppError(error) ? error : invalidBody("body: ended unexpectedly");
  }
  return Buffer.concat(chunks);
}

/** Reads the body as text. Throws like `readRequestBytes`, and if the body isn't UTF-8. */
export async function readRequestText(
  request: Request,
  limit: number,
  tooLarge: string,
): Promise<string> {
  return utf8Text(await readRequestBytes(request, limit, tooLarge));
}

/** @throws {InvalidRequest} for bytes that aren't UTF-8 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody("body: must be UTF-8 text");
  }
}

/** @throws {InvalidRequest} for text that isn't JSON */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody("body: must be valid JSON");
  }
}

/** Returns the error of a request body with one detail per problem. */
export function invalidBody(...messages: string[]): InvalidRequest {
  return new InvalidRequest(
    "The request body is invalid. Fix the problems listed in details.",
    messages.map((message) => ({ message })),
  );
}
