import "server-only";
import type { Clock } from "../../clock.ts";
import type { GitBookSecret } from "../../config/gitbook.ts";
import type { Submission } from "../../contract/collect/submission.ts";
import { Forbidden, NotFound } from "../../errors.ts";
import { CLIENT_ADDRESS } from "../../network.ts";
import type { Exclusions } from "../exclusions.ts";
import type { LinkedHosts } from "../host/linked-hosts.ts";
import { platformResponse } from "../platform-response.ts";
import { invalidBody } from "../request-text.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { isSolved, newChallenge } from "./challenge.ts";
import { type CollectKey, type EnabledKey, enabledKey } from "./collect-keys.ts";
import { readGitBookEvent } from "./gitbook.ts";
import { groupCommit } from "./group-commit.ts";
import { isAllowedOrigin } from "./origins.ts";
import { pagePath } from "./page-path.ts";
import { type ReadSubmission, readFumadocs, readSubmission } from "./read-submission.ts";
import { isBot, spamReasonOf } from "./spam-reason.ts";
import { thankYouPage } from "./thank-you-page.ts";
import { createVisitorLimits, type VisitorLimits, type VisitorMessage } from "./visitor-limits.ts";
import {
  type ReceivedSubmission,
  type WrittenSubmission,
  writeSubmissions,
} from "./write-submissions.ts";

/** Receives feedback from documentation sites (docs/collect.md). */
export interface Collector {
  /**
   * Returns the enabled key and the CORS headers of every answer to its sites, so that a site can read why
   * its feedback is refused.
   * @throws {NotFound} for an unknown or disabled key @throws {LimitReached} for too many of them
   * @throws {Forbidden} for another origin
   */
  open(request: Request, publicKey: string): Promise<{ key: EnabledKey; headers: Headers }>;
  /**
   * Stores the submission in the request, and answers once it is on disk.
   * @throws {InvalidRequest} with one detail per problem @throws {LimitReached} for too many
   * @throws {AppError} `unauthenticated` for an event that GitBook didn't sign
   */
  collect(request: Request, key: EnabledKey, format: CollectFormat): Promise<Response>;
}

/**
 * Formats of submissions: Errata's own fields, those of Fumadocs' component, or a signed event of
 * GitBook's.
 */
export const COLLECT_FORMATS = ["errata", "fumadocs", "gitbook"] as const;
export type CollectFormat = (typeof COLLECT_FORMATS)[number];

const UNSOLVED =
  "It was sent without the challenge that this key requires. Forms without JavaScript can't solve it.";

const READERS = { errata: readSubmission, fumadocs: readFumadocs };

interface CollectorOptions {
  database: PlatformDatabase;
  clock: Clock;
  exclusions: Pick<Exclusions, "forgottenReaders">;
  /** This server's origins. */
  ownOrigins: readonly string[];
  gitbookSecrets: readonly GitBookSecret[];
  linkedHosts: LinkedHosts;
}

export function createCollector(options: CollectorOptions): Collector {
  const { database, exclusions, ownOrigins } = options;
  const limits = createVisitorLimits(options.clock);
  const write = groupCommit((items: ReceivedSubmission[]) =>
    writeSubmissions(database, items, exclusions.forgottenReaders),
  );
  const collecting: Collecting = { ...options, limits, write };
  return {
    open: async (request, publicKey) => {
      const key = await enabledKey(database.query, publicKey, ownOrigins);
      if (!key) {
        // Counted after the lookup, so that someone who guesses keys doesn't lock out readers in the
        // same network.
        limits.countUnknown(request.headers.get(CLIENT_ADDRESS) ?? "");
        throw new NotFound("This public key doesn't exist or is disabled. Check the key.");
      }
      const origin = request.headers.get("origin");
      // Forms of pages that send no referrer have the origin "null". Programs have none.
      if (origin !== null && origin !== "null" && !isAllowedOrigin(key.origins, origin)) {
        throw new Forbidden(`This public key isn't for ${origin}. Create a key for that origin.`);
      }
      return { key, headers: corsHeaders(origin) };
    },
    collect: (request, key, format) =>
      format === "gitbook"
        ? collectEvent(collecting, request, key)
        : collectFrom(collecting, request, key, READERS[format]),
  };
}

interface Collecting extends CollectorOptions {
  limits: VisitorLimits;
  write(item: ReceivedSubmission): Promise<WrittenSubmission>;
}

async function collectFrom(
  collecting: Collecting,
  request: Request,
  key: EnabledKey,
  reader: (request: Request) => Promise<ReadSubmission>,
): Promise<Response> {
  const { limits, clock } = collecting;
  const visitor = { key: key.key, address: request.headers.get(CLIENT_ADDRESS) ?? "" };
  limits.count(visitor);
  const read = await reader(request);
  const { altcha, ...submission } = read.submission;
  const path = pathOf(submission, key);
  const canSolve = !read.isForm && reader === readSubmission;
  if (canSolve) {
    const challenge = await challengeFor({ ...submission, altcha }, key, clock.now());
    if (challenge) return challenge;
  }
  const isPrivate = ["dnt", "sec-gpc"].some((name) => request.headers.get(name) === "1");
  const received = {
    key,
    submission: isPrivate ? { ...submission, locale: undefined } : submission,
    path,
    userAgent: request.headers.get("user-agent"),
    spamReason: canSolve || key.challengeSecret === null ? null : UNSOLVED,
  };
  const id = await limits.once(visitor, sentOf(submission), () => store(collecting, received));
  return accepted(read, key, id);
}

/** Returns the challenge to solve first; null if the key asks for none, or if it is solved. */
async function challengeFor(
  { id, altcha }: Submission,
  { key, challengeSecret: secret }: EnabledKey,
  now: number,
): Promise<Response | null> {
  if (secret === null) return null;
  if (id === undefined) throw invalidBody("id: is required because this key requires a challenge");
  const challenged = { key, secret, submissionId: id };
  if (altcha !== undefined && (await isSolved(altcha, challenged, now))) return null;
  return platformResponse(428, {
    error: "Solve the challenge, and send its solution as altcha.",
    challenge: await newChallenge(challenged, now),
  });
}

/** GitBook sends for all readers, so what it signed has no visitor's limit. */
async function collectEvent(
  collecting: Collecting,
  request: Request,
  key: CollectKey,
): Promise<Response> {
  const { gitbookSecrets, limits, clock } = collecting;
  const own = gitbookSecrets.filter(({ projectId }) => projectId === key.projectId);
  const secrets = own.map(({ secret }) => secret);
  const feedback = await readGitBookEvent(request, secrets, clock.now());
  if (feedback === null) return platformResponse(200, { ignored: true });
  limits.count({ key: key.key, address: null });
  const path = pathOf(feedback.submission, key);
  return platformResponse(202, { id: await store(collecting, { key, path, ...feedback }) });
}

async function store(
  { linkedHosts, write, clock }: Collecting,
  received: {
    key: CollectKey;
    submission: Submission;
    path: string;
    userAgent: string | null;
    spamReason?: string | null;
  },
): Promise<string> {
  const { key, submission, path, userAgent, spamReason } = received;
  const found = await spamReasonOf(submission, key, linkedHosts);
  const written = await write({
    key,
    submission,
    path,
    at: clock.now(),
    isBot: isBot(userAgent),
    spamReason: found ?? spamReason ?? null,
  });
  if ("problem" in written) throw invalidBody(written.problem);
  return written.id;
}

/**
 * Returns the key by which repeats are recognized. A submission with an ID completes the one with the same ID, so only
 * the last counts; so does the last bare vote for a page without an ID. Anything else is no repeat.
 */
function sentOf({ shownFor: _, ...submission }: Submission): VisitorMessage {
  const content = JSON.stringify(submission);
  const { id, url, comment, code, reasons, email } = submission;
  if (id !== undefined) return { subject: `id ${id}`, content };
  const isBareVote = [comment, code, email].every((text) => !text?.trim()) && !reasons?.length;
  return { subject: isBareVote ? `vote ${url}` : `text ${content}`, content };
}

/** @throws {InvalidRequest} for a page that isn't the key's */
function pathOf(submission: Submission, key: CollectKey): string {
  const path = pagePath(submission.url, key);
  if (path === null) throw invalidBody("url: must be a path or on one of the key's origins");
  return path;
}

function corsHeaders(origin: string | null): Headers {
  const headers = new Headers({ vary: "Origin" });
  if (origin === null || origin === "null") return headers;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-allow-methods", "POST");
  headers.set("access-control-allow-headers", "content-type");
  headers.set("access-control-max-age", "86400");
  return headers;
}

/** Returns 202 with the ID; forms go to their next page, or to a page that thanks the reader. */
function accepted({ isForm, next }: ReadSubmission, key: CollectKey, id: string): Response {
  if (!isForm) return platformResponse(202, { id });
  const isOwn = next !== null && isSiteAddress(next, key);
  return isOwn ? redirectTo(next) : thankYouPage();
}

/** Whether an address is on one of the key's origins, so that a form can't send people elsewhere. */
function isSiteAddress(address: string, { origins }: CollectKey): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol } = new URL(address);
  return /^https?:$/.test(protocol) && isAllowedOrigin(origins, origin);
}

function redirectTo(address: string): Response {
  const { href } = new URL(address);
  return new Response(null, {
    status: 303,
    headers: { location: href, "cache-control": "no-store" },
  });
}
