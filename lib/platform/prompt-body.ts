import "server-only";
import { z } from "zod";
import { AppError, InvalidRequest, isAppError } from "../errors.ts";

/** Maximum request body size in bytes. */
const BODY_LIMIT = 1_000_000;

const body = z.object(
  {
    prompt: z
      .string({ error: "prompt: must be a string" })
      .min(1, "prompt: must have at least 1 character")
      .refine((text) => !text.includes("\0"), "prompt: must not contain a NUL character")
      .refine((text) => text.isWellFormed(), "prompt: must be well-formed Unicode"),
  },
  { error: "body: must be a JSON object" },
);

/**
 * Reads `{ "prompt": string }`, the body of the requests that create a job or send a follow-up.
 * @throws {InvalidRequest} for another content type, invalid JSON, or a missing prompt
 * @throws {AppError} `too_large` above 1 MB, without reading the rest
 */
export async function readPromptBody(request: Request): Promise<string> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw invalid("Content-Type: must be application/json");
  }
  const parsed = body.safeParse(parseJson(await readText(request)));
  if (parsed.success) return parsed.data.prompt;
  throw invalid(...parsed.error.issues.map((issue) => issue.message));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("body: must be valid JSON");
  }
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Throwing out of the loop cancels the stream.
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > BODY_LIMIT)
        throw new AppError(
          "too_large",
          "The request body is larger than 1 MB. Shorten the prompt.",
        );
      chunks.push(chunk);
    }
  } catch (error) {
    // Any other error means that the client disconnected.
    throw isAppError(error) ? error : invalid("body: ended unexpectedly");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid("body: must be UTF-8 text");
  }
}

function invalid(...messages: string[]): InvalidRequest {
  return new InvalidRequest(
    "The request body is invalid. Fix the problems listed in details.",
    messages.map((message) => ({ message })),
  );
}
