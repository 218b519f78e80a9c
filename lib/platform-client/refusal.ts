import "server-only";
import { platformError } from "../contract/platform/error.ts";
import { PlatformHttpError } from "../errors.ts";

/** Characters of an error body that are kept, and of its sentence that people are shown. */
const KEPT_BODY = 2_048;
const SHOWN_SENTENCE = 200;

/**
 * The error for an answer with an error status, with a message for the person who can do something
 * about it (contract/observed.md, "Feedback export"). The key's text is taken out of all of it.
 * @param retryAfter milliseconds, where the platform asked for silence
 */
export function refusal(
  answer: { status: number; text: string | null },
  context: { projectId: string; key: string; keyAdvice: string; retryAfter?: number },
): PlatformHttpError {
  const body = (answer.text ?? "").replaceAll(context.key, "[key]");
  const message = messageFor(answer.status, sentenceOf(body), context);
  return new PlatformHttpError(
    message,
    answer.status,
    body.slice(0, KEPT_BODY),
    context.retryAfter,
  );
}

function messageFor(
  status: number,
  said: string,
  context: { projectId: string; keyAdvice: string; retryAfter?: number },
): string {
  switch (status) {
    case 401:
      return `The platform does not accept the API key. ${context.keyAdvice}`;
    case 403:
      return (
        `The API key belongs to another organization than project "${context.projectId}". ` +
        `Use a key of that organization. ${context.keyAdvice}`
      );
    case 404:
      return (
        `The platform knows no project "${context.projectId}". Check the project's identifier ` +
        "(PLATFORM_PROJECTS) and the address (PLATFORM_URL)."
      );
    case 414:
      return "The platform found the address of the request too long (414): its cursor has grown.";
    case 429:
      return (
        "The platform's limit for this hour is reached, by Errata or by another client of the " +
        `organization (429). It is asked again in ${Math.ceil((context.retryAfter ?? 0) / 1_000)} s.`
      );
  }
  if (status >= 500) return `The platform failed with an error of its own (${status})${said}.`;
  return `The platform refused the request (${status})${said}.`;
}

/** What the platform says in its error body (contract: "Errors"), ready to follow a message. */
function sentenceOf(body: string): string {
  const whole = errorOf(body).trim();
  if (whole.length > SHOWN_SENTENCE) return `: ${whole.slice(0, SHOWN_SENTENCE)}…`;
  const sentence = whole.replace(/\.+$/, "");
  return sentence === "" ? "" : `: ${sentence}`;
}

function errorOf(body: string): string {
  try {
    const parsed = platformError.safeParse(JSON.parse(body));
    if (!parsed.success) return "";
    return [parsed.data.error, ...(parsed.data.details ?? []).map(({ message }) => message)].join(
      "; ",
    );
  } catch {
    // An error body that is not JSON says nothing that a person should read.
    return "";
  }
}
