import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import {
  MAX_SUBMISSION_BYTES,
  type Submission,
  submission,
} from "../../contract/collect/submission.ts";
import { AppError, NotFound } from "../../errors.ts";
import { invalidBody, parseJsonText, readRequestBytes, utf8Text } from "../request-text.ts";
import { TOO_LARGE, validSubmission } from "./read-submission.ts";

/** How much older or newer than now a signature may be, in milliseconds. GitBook names no period. */
const SIGNATURE_TOLERANCE_MS = 5 * 60_000;

/** A reader's feedback from GitBook. */
export interface GitBookFeedback {
  submission: Submission;
  /** The browser's user agent, or null. */
  userAgent: string | null;
}

/**
 * Reads a request of GitBook's Webhook integration (docs/collect.md, "GitBook").
 * @param secrets of the project
 * @param now epoch milliseconds
 * @returns null for events that aren't about feedback
 * @throws {NotFound} without a secret
 * @throws {AppError} `unauthenticated` for a wrong or an old signature
 * @throws {InvalidRequest} with one detail per problem
 */
export async function readGitBookEvent(
  request: Request,
  secrets: readonly string[],
  now: number,
): Promise<GitBookFeedback | null> {
  if (secrets.length === 0) {
    throw new NotFound(
      "This project has no secret for GitBook's webhook. Set GITBOOK_WEBHOOK_SECRETS.",
    );
  }
  const body = await readRequestBytes(request, MAX_SUBMISSION_BYTES, TOO_LARGE);
  const { time, signature } = signatureOf(request);
  const secret = secrets.find((each) =>
    timingSafeEqual(hmac(each, `${time}.`, body), Buffer.from(signature, "hex")),
  );
  if (secret === undefined) {
    throw new AppError(
      "unauthenticated",
      "The signature doesn't match. Check GITBOOK_WEBHOOK_SECRETS.",
    );
  }
  if (Math.abs(now - Number(time) * 1_000) > SIGNATURE_TOLERANCE_MS) {
    throw new AppError(
      "unauthenticated",
      "The signature is too old. Check this server's clock, and send the event again.",
    );
  }
  const event = flatEvent(parseJsonText(utf8Text(body)));
  return isFeedback(event) ? readFeedback(event, secret) : null;
}

/** Reads `X-GitBook-Signature: t=1640995200,v1=abc…`, with seconds and a hexadecimal HMAC-SHA256. */
function signatureOf(request: Request): { time: string; signature: string } {
  const header = request.headers.get("x-gitbook-signature") ?? "";
  const time = /(?:^|,)\s*t=(\d{1,12})\s*(?:,|$)/.exec(header)?.[1];
  const signature = /(?:^|,)\s*v1=([0-9a-f]{64})\s*(?:,|$)/i.exec(header)?.[1];
  if (time === undefined || signature === undefined) {
    throw new AppError(
      "unauthenticated",
      "The X-GitBook-Signature header is missing or malformed. Send the event from GitBook.",
    );
  }
  return { time, signature };
}

function hmac(secret: string, ...parts: (string | Buffer)[]): Buffer {
  const digest = createHmac("sha256", secret);
  for (const part of parts) digest.update(part);
  return digest.digest();
}

/**
 * Returns an event as GitBook's guide documents it. The integration's own documentation wraps it in `event`, earlier in
 * `event_data` beside an `event_type`, and has its ID as `id` and its page's address as `page.path`.
 * @throws {InvalidRequest} for anything else, so that GitBook's log shows that it wasn't stored
 */
function flatEvent(value: unknown): Record<string, unknown> {
  const outer = fieldsOf(value);
  const inner = fieldsOf(outer.event_data ?? outer.event ?? outer);
  const { path } = fieldsOf(inner.page);
  const event = {
    ...inner,
    type: inner.type ?? outer.event_type,
    eventId: inner.eventId ?? inner.id,
    url: inner.url ?? (typeof path === "string" ? `/${path.replace(/^\//, "")}` : undefined),
  };
  if (typeof event.type !== "string") throw invalidBody("type: must name one of GitBook's events");
  return event;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** Whether an event has a reader's feedback, whatever a later version of GitBook calls it. */
const isFeedback = ({ type, feedback }: Record<string, unknown>) =>
  String(type).includes("feedback") || feedback !== undefined;

const { url, comment } = submission.shape;
const feedbackEvent = z.object({
  eventId: z.string({ error: "must be a string" }).min(1, "is required").max(500, "is too long"),
  url,
  feedback: z.object({
    rating: z.enum(["good", "ok", "bad"], { error: "must be good, ok, or bad" }),
    comment: comment.nullable(),
  }),
  visitor: z.object({ userAgent: z.string().nullish() }).nullish(),
});

function readFeedback(value: unknown, secret: string): GitBookFeedback {
  const { eventId, url, feedback, visitor } = validSubmission(feedbackEvent, value);
  return {
    submission: {
      // Its HMAC, because an event's ID can have any characters, and no reader can send the same.
      id: hmac(secret, `event ${eventId}`).toString("base64url"),
      url,
      helpful: feedback.rating === "good",
      comment: feedback.comment ?? undefined,
    },
    userAgent: visitor?.userAgent ?? null,
  };
}
