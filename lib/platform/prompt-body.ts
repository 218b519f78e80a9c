import "server-only";
import { z } from "zod";
import { invalidBody, parseJsonText, readRequestText } from "./request-text.ts";

/** Maximum request body size in bytes. */
const BODY_LIMIT = 1_000_000;
const TOO_LARGE = "The request body is larger than 1 MB. Shorten the prompt.";

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
    throw invalidBody("Content-Type: must be application/json");
  }
  const parsed = body.safeParse(
    parseJsonText(await readRequestText(request, BODY_LIMIT, TOO_LARGE)),
  );
  if (parsed.success) return parsed.data.prompt;
  throw invalidBody(...parsed.error.issues.map((issue) => issue.message));
}
