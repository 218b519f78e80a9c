import "server-only";
import { z } from "zod";
import { platformError } from "../contract/platform/error.ts";
import { isRejectionStatus, PlatformHttpError } from "../errors.ts";

/** Characters of an error body that are kept. */
const MAX_BODY_LENGTH = 2_048;
/** Characters of the platform's own message that are shown. */
const MAX_DETAIL_LENGTH = 200;

/**
 * Returns the error for a response with an error status, with a message that says what to do
 * (docs/contract/live-services.md, "Feedback export") and, because it's stored, no time. Redacts the API key
 * everywhere.
 * @param context.retryAfter milliseconds, if the platform asked for a pause
 */
export function rejection(
  response: { status: number; text: string | null },
  context: { projectId: string; key: string; keyAdvice: string; retryAfter?: number },
): PlatformHttpError {
  const body = (response.text ?? "").replaceAll(context.key, "[key]");
  const { status } = response;
  const message =
    isWebPage(body) && isRejectionStatus(status) && !PLAIN.includes(status)
      ? pageMessage(status)
      : messageFor(status, detailOf(body), context);
  return new PlatformHttpError(message, status, body.slice(0, MAX_BODY_LENGTH), context.retryAfter);
}

/** Whether an answer is a web page, as a proxy or a firewall sends it. */
export function isWebPage(text: string): boolean {
  return /^\s*</.test(text);
}

/** Statuses that don't depend on the sender. */
const PLAIN = [414, 429];

function pageMessage(status: number): string {
  return (
    `A web page came back with status ${status}. A proxy or a firewall between Errata and the platform ` +
    "may have rejected the request. Check PLATFORM_URL and the network."
  );
}

function messageFor(
  status: number,
  detail: string,
  context: { projectId: string; keyAdvice: string },
): string {
  switch (status) {
    case 401:
      return `The platform rejected the API key. ${context.keyAdvice}`;
    case 403:
      return (
        `The API key belongs to a different organization than project "${context.projectId}". ` +
        `Use a key from the project's organization. ${context.keyAdvice}`
      );
    case 404:
      return (
        `Project "${context.projectId}" doesn't exist on the platform. ` +
        "Check PLATFORM_PROJECTS and PLATFORM_URL."
      );
    case 414:
      return "The platform rejected the request because its URL is too long (414).";
    case 429:
      return "The platform's rate limit was reached, by Errata or another client (429).";
  }
  if (isRejectionStatus(status)) return `The platform rejected the request (${status})${detail}.`;
  return `The platform returned an error (${status})${detail}.`;
}

/** Returns the error body's message (docs/contract/platform.md, "Errors") as the end of a sentence; empty if it has none. */
export function detailOf(body: string): string {
  const full = errorOf(body).trim();
  if (full.length > MAX_DETAIL_LENGTH) return `: ${full.slice(0, MAX_DETAIL_LENGTH)}…`;
  const sentence = full.replace(/(?<!\.)\.+$/, "");
  return sentence === "" ? "" : `: ${sentence}`;
}

/** Errors as gateways in front of a platform write them. */
const said = z.object({ message: z.string() }).transform(({ message }) => [message]);
const otherError = z.union([
  z.object({ error: said }).transform(({ error }) => error),
  z.object({ errors: z.array(said) }).transform(({ errors }) => errors.flat()),
  said,
]);

function errorOf(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    const { data } = platformError.safeParse(value);
    if (!data) return otherError.safeParse(value).data?.join("; ") ?? "";
    return [data.error, ...(data.details ?? []).map(({ message }) => message)].join("; ");
  } catch {
    // An error body that isn't JSON has no message worth showing.
    return "";
  }
}
