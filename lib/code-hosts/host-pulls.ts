import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { CodeHostAccess, HostedRepository } from "../config/code-hosts.ts";
import { AppError } from "../errors.ts";
import { githubPullHost } from "./github/pulls.ts";
import { gitlabPullHost } from "./gitlab/pulls.ts";
import type {
  FoundPull,
  NewPullRequest,
  OpenPullHost,
  PullHost,
  PullRequestAsks,
  Waiting,
} from "./pull-host.ts";
import { HostRejected } from "./rejection.ts";

/** Opens pull requests in one repository on GitHub or GitLab. */
export interface HostPulls extends OpenPullHost {
  /** Name of the host. */
  name: string;
  /**
   * Checks that pull requests can be opened, before the agent runs.
   * @param waiting without it, the check doesn't wait for the host's rate limit to end
   * @throws {HostRejected} @throws {AppError}
   */
  check(waiting?: Waiting): Promise<void>;
  /**
   * Opens a pull request for the branch and returns its URL. If one is already open, adds the
   * description to it instead, so that a retry after a crash doesn't open a second one. Tries for minutes, and waits
   * for the host's rate limit to end: the agent's work is done, and would be done again.
   * @throws {HostRejected}
   */
  open(pull: NewPullRequest): Promise<string>;
  /**
   * Adds labels, and asks people to review. A rejection by the host doesn't fail the job.
   * @returns what the host rejected, and why
   */
  ask(link: string, asks: PullRequestAsks, waiting: Waiting): Promise<string[]>;
  /** Closes a pull request without merging it. Returns false for one of another repository. @throws {HostRejected} */
  close(link: string): Promise<boolean>;
}

interface Timing {
  /** Timeout of one request in milliseconds. */
  timeLimit?: number;
  wait?: typeof waitFor;
}

/** Milliseconds before the second attempt. Each further pause is twice the one before. */
const PAUSE_MS = 1_000;
const CHECK_ATTEMPTS = 3;
const OPEN_ATTEMPTS = 10;
/** Milliseconds that a job waits for a rate limit, which is by the hour. */
const MAX_RATE_LIMIT_WAIT_MS = 65 * 60_000;
/** Maximum characters of a description on GitHub, whose limit is the lowest. */
const BODY_LIMIT = 65_000;

export function createHostPulls(
  access: CodeHostAccess,
  repository: HostedRepository,
  { timeLimit, wait }: Timing = {},
): HostPulls {
  const create = access.kind === "github" ? githubPullHost : gitlabPullHost;
  const host = create(access, repository.path, timeLimit);
  return {
    name: access.kind === "github" ? "GitHub" : "GitLab",
    listOpen: host.listOpen,
    changedFiles: host.changedFiles,
    check: (waiting) => withRetries(host.check, CHECK_ATTEMPTS, waiting, wait),
    open: (pull) => withRetries(() => findOrCreate(host, pull), OPEN_ATTEMPTS, pull.waiting, wait),
    ask: async (link, { reviewers, labels }, waiting) => {
      const number = numberIn(link);
      const steps = [
        ...(labels.length > 0 ? [() => host.addLabels(number, labels)] : []),
        ...(reviewers.length > 0 ? [() => host.askToReview(number, reviewers)] : []),
      ];
      const problems: string[] = [];
      for (const step of steps) {
        await withRetries(step, CHECK_ATTEMPTS, waiting, wait).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          problems.push(error.message);
        });
      }
      return problems;
    },
    close: async (link) => {
      const number = host.numberOf(link);
      if (number !== null) await host.close(number);
      return number !== null;
    },
  };
}

/** Returns the number at the end of a link that the host gave, which may name the host differently. */
function numberIn(link: string): number {
  return Number(/\/(\d{1,9})$/.exec(link)?.[1]);
}

async function findOrCreate(host: PullHost, pull: NewPullRequest): Promise<string> {
  const found = await host.find(pull);
  if (!found) return host.create({ ...pull, body: pull.body.slice(0, BODY_LIMIT) });
  if (found.isOpen) await addDescription(host, found, pull);
  return found.link;
}

/** Keeps the text that people added to the description. */
async function addDescription(
  host: PullHost,
  { number, body: old }: FoundPull,
  { body, marker }: NewPullRequest,
): Promise<void> {
  if (old?.includes(marker)) return;
  const longer = [old, body].filter(Boolean).join("\n\n---\n\n");
  if (longer.length <= BODY_LIMIT) await host.describe(number, longer);
}

const waitFor = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal });

/**
 * Retries temporary failures, and with `waiting` waits for rate limits to end. Limits in a row are waited for longer
 * each time, because their ends may be wrong. A lost response is safe: each attempt first looks for the pull request.
 */
async function withRetries<T>(
  send: () => Promise<T>,
  attempts: number,
  waiting: Waiting | undefined,
  wait = waitFor,
): Promise<T> {
  const signal = waiting?.signal;
  let failures = 0;
  let limits = 0;
  let waited = 0;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof HostRejected)) throw error;
      const { limitedFor } = error;
      if (limitedFor !== null) {
        const pause = Math.max(limitedFor, PAUSE_MS * 2 ** limits);
        limits += 1;
        waited += pause;
        if (!waiting || waited > MAX_RATE_LIMIT_WAIT_MS) throw error;
        waiting.onWait(pause);
        await wait(pause, signal);
        continue;
      }
      failures += 1;
      const isTemporary = error.retryable || alreadyExists(error);
      if (!isTemporary || failures === attempts) throw error;
      await wait(PAUSE_MS * 2 ** (failures - 1), signal);
    }
  }
}

/** Whether another process opened the pull request since the search: 422 on GitHub, 409 on GitLab. */
function alreadyExists({ upstream, reason }: HostRejected): boolean {
  return (upstream === 422 || upstream === 409) && /already exists/i.test(reason);
}
