import "server-only";
import { z } from "zod";
import { AppError, InvalidRequest, isAppError } from "../errors.ts";

/** Bytes of a request body that are read. */
const BODY_LIMIT = 1_000_000;

const body = z.object(
  {
    prompt: z
      .string({ error: "prompt: must be text" })
      .min(1, "prompt: must have at least 1 character")
      .refine((text) => !text.includes("\0"), "prompt: must not contain a NUL character")
      .refine((text) => text.isWellFormed(), "prompt: must not contain half a character"),
  },
  { error: "the body must be a JSON object" },
);

/**
 * The prompt of `{ "prompt": string }`, the body of creating a job and of a follow-up message.
 * @throws {InvalidRequest} for another content type, text that is no JSON, or no prompt
 * @throws {AppError} `too_large` beyond 1 MB, without reading the rest
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
    throw invalid("the body must be JSON");
  }
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop cancels the stream.
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > BODY_LIMIT) throw new AppError("too_large", "The body is larger than 1 MB.");
      chunks.push(chunk);
    }
  } catch (error) {
    // Anything else is whoever sent it going away.
    throw isAppError(error) ? error : invalid("the body broke off");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid("the body must be UTF-8 text");
  }
}

function invalid(...messages: string[]): InvalidRequest {
  return new InvalidRequest(
    "Invalid request body.",
    messages.map((message) => ({ message })),
  );
}
