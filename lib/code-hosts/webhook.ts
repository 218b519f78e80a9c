import "server-only";
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError, InvalidRequest } from "../errors.ts";
import { parseJson } from "../text/parse-json.ts";

/** The pull requests that an event is about: those with these links, or all of a repository. */
export type ChangedPulls = { links: string[] } | { under: string };

/** A webhook of a code host. */
export interface Webhook {
  /** The host's name, and the variable with its secret, for messages. */
  host: string;
  variable: string;
  /** The header with the name of an event. */
  eventHeader: string;
  /** What Errata reads of each event. Whatever else the host sends says nothing about pull requests. */
  events: Readonly<Record<string, z.ZodType<ChangedPulls>>>;
  /** Whether the host sent a body, which must be as received. */
  isFromHost(headers: Headers, body: Uint8Array, secret: string): boolean;
}

/** Without NUL, which PostgreSQL refuses, and with it every other link of the round. */
export const webAddress = z.url().transform((url) => new URL(url).href);

/**
 * Reads what a webhook sent. An event only says which pull requests to ask the host about, so that one sent again, or one
 * that is forged with the secret, changes nothing else.
 * @param body as received
 * @returns null for events that aren't about pull requests
 * @throws {AppError} `unauthenticated` for a wrong signature or token
 * @throws {InvalidRequest} for a body that the host wouldn't send
 */
export function readWebhookEvent(
  { host, variable, eventHeader, events, isFromHost }: Webhook,
  { headers, body, secret }: { headers: Headers; body: Uint8Array; secret: string },
): ChangedPulls | null {
  if (!isFromHost(headers, body, secret)) {
    throw new AppError("unauthenticated", `The signature doesn't match. Check ${variable}.`);
  }
  const name = headers.get(eventHeader) ?? "";
  const schema = Object.entries(events).find(([event]) => event === name)?.[1];
  if (!schema) return null;
  const parsed = schema.safeParse(parseJson(Buffer.from(body).toString()));
  if (parsed.success) return parsed.data;
  throw new InvalidRequest(
    `This isn't an event of ${host}. If the webhook has a content type, set it to application/json.`,
  );
}

/** Compares two texts in a time that doesn't depend on where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
