import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { GitHubAccess } from "../config/github.ts";
import { AppError } from "../errors.ts";
import { createGitHubApi, type GitHubRepository } from "./api.ts";
import { githubPullState, type PullStateSource } from "./pull-state.ts";
import { GitHubRejected } from "./rejection.ts";

/** A pull request to open on GitHub, or to add a follow-up to. */
export interface NewPullRequest {
  branch: string;
  base: string;
  headCommit: string;
  title: string;
  /** Description of this prompt's changes, in Markdown. */
  body: string;
  /** HTML comment that shows that a description already contains this part. */
  marker: string;
  waiting: Waiting;
  /** Whether the change may be incomplete. Where the repository has no drafts, it is a pull request like others. */
  isDraft?: boolean;
}

/** How a job waits for GitHub's rate limit. */
export interface Waiting {
  signal: AbortSignal;
  /** Called before each wait, with its milliseconds. */
  onWait: (milliseconds: number) => void;
}

export interface GitHubPulls {
  /**
   * Checks that pull requests can be opened, before the agent runs.
   * @param waiting without it, the check doesn't wait for GitHub's rate limit to end
   * @throws {GitHubRejected} @throws {AppError}
   */
  check(waiting?: Waiting): Promise<void>;
  /**
   * Opens a pull request for the branch and returns its URL. If one is already open, adds the
   * description to it instead, so that a retry after a crash doesn't open a second one. Tries for minutes, and waits
   * for GitHub's rate limit to end: the agent's work is done, and would be done again.
   * @throws {GitHubRejected}
   */
  open(pull: NewPullRequest): Promise<string>;
  state: PullStateSource;
}

const repositorySchema = z.object({
  full_name: z.string().optional(),
  archived: z.boolean().optional(),
  permissions: z.object({ push: z.boolean() }).optional(),
});
const openedSchema = z.object({ html_url: z.url({ protocol: /^https?$/ }) });
const listedSchema = openedSchema.extend({
  number: z.number(),
  state: z.string(),
  body: z.string().nullish(),
  head: z.object({ ref: z.string(), sha: z.string() }),
});
type Listed = z.infer<typeof listedSchema>;

/** Milliseconds before the second attempt. Each further pause is twice the one before. */
const PAUSE_MS = 1_000;
const CHECK_ATTEMPTS = 3;
const OPEN_ATTEMPTS = 10;
/** Milliseconds that a job waits for GitHub's rate limit, which is by the hour. */
const LONGEST_WAIT = 65 * 60_000;
/** Maximum characters of a description on GitHub. */
const BODY_LIMIT = 65_000;

export function createGitHubPulls(
  access: GitHubAccess,
  repository: GitHubRepository,
  { timeLimit, wait }: { timeLimit?: number; wait?: typeof waitFor } = {},
): GitHubPulls {
  const github = createGitHubApi(access, timeLimit);
  const place = { owner: repository.owner, repo: repository.name };

  const check = async () => {
    const found = await github("read the repository", repository, repositorySchema, (rest) =>
      rest.repos.get(place),
    );
    const problem = problemOf(found, `${place.owner}/${place.repo}`);
    if (problem !== null) throw new AppError("unavailable", problem);
  };

  const find = async ({ branch, headCommit }: NewPullRequest): Promise<Listed | undefined> => {
    const head = `${place.owner}:${branch}`;
    const found = await github("find the pull request", repository, z.array(listedSchema), (rest) =>
      rest.pulls.list({ ...place, head, state: "all", per_page: 100 }),
    );
    // GitHub ignores filters that it doesn't understand.
    const ours = found.filter((pull) => pull.head.ref === branch);
    const open = ours.find((pull) => pull.state === "open");
    return open ?? ours.find((pull) => pull.head.sha === headCommit);
  };

  const create = async (pull: NewPullRequest): Promise<string> => {
    const { branch: head, base, title, isDraft = false } = pull;
    const body = pull.body.slice(0, BODY_LIMIT);
    const draft = isDraft ? { draft: true } : {};
    try {
      const created = await github("open the pull request", repository, openedSchema, (rest) =>
        rest.pulls.create({ ...place, head, base, title, body, ...draft }),
      );
      return created.html_url;
    } catch (error) {
      if (isDraft && error instanceof GitHubRejected) return create({ ...pull, isDraft: false });
      throw error;
    }
  };

  /** Keeps what people wrote in the description. */
  const add = async (
    { number, body: old }: Listed,
    { body, marker }: NewPullRequest,
  ): Promise<void> => {
    if (old?.includes(marker)) return;
    const longer = [old, body].filter(Boolean).join("\n\n---\n\n");
    if (longer.length > BODY_LIMIT) return;
    await github("update the pull request's description", repository, openedSchema, (rest) =>
      rest.pulls.update({ ...place, pull_number: number, body: longer }),
    );
  };

  const findOrCreate = async (pull: NewPullRequest): Promise<string> => {
    const found = await find(pull);
    if (!found) return create(pull);
    if (found.state === "open") await add(found, pull);
    return found.html_url;
  };

  return {
    check: (waiting) => withRetries(check, CHECK_ATTEMPTS, waiting, wait),
    open: (pull) => withRetries(() => findOrCreate(pull), OPEN_ATTEMPTS, pull.waiting, wait),
    state: githubPullState(access, timeLimit),
  };
}

/** Returns why pull requests can't be opened in a repository, or null. */
function problemOf(found: z.infer<typeof repositorySchema>, full: string): string | null {
  const { full_name: name, archived, permissions } = found;
  if (name && name.toLowerCase() !== full.toLowerCase())
    return `${full} is now ${name} on GitHub. Set DOCS_REPOSITORY=${name} and restart Errata.`;
  if (archived) return `${full} is archived on GitHub. Unarchive it, or change DOCS_REPOSITORY.`;
  return permissions?.push === false
    ? `GITHUB_TOKEN has read-only access to ${full}. Grant it write access to contents and pull requests.`
    : null;
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
      if (!(error instanceof GitHubRejected)) throw error;
      const { limitedFor } = error;
      if (limitedFor !== null) {
        const pause = Math.max(limitedFor, PAUSE_MS * 2 ** limits);
        limits += 1;
        waited += pause;
        if (!waiting || waited > LONGEST_WAIT) throw error;
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

/** Whether another process opened the pull request since the search. */
function alreadyExists({ upstream, reason }: GitHubRejected): boolean {
  return upstream === 422 && /already exists/i.test(reason);
}
