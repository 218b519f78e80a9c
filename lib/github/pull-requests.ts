import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { GitHubAccess } from "../config/github.ts";
import { AppError } from "../errors.ts";
import { type GitHubRepository, openGitHubApi } from "./api.ts";
import { githubPullState, type PullStateSource } from "./pull-state.ts";
import { GitHubRejected } from "./rejection.ts";

/** A pull request to be opened on GitHub, or to be gone on with. */
export interface NewPullRequest {
  branch: string;
  base: string;
  headCommit: string;
  title: string;
  /** Markdown of this prompt's part. */
  body: string;
  /** Stands in the body of a pull request that has this part already. */
  mark: string;
  signal: AbortSignal;
}

export interface GitHubPulls {
  /**
   * Asks before any work is done whether a pull request could be opened at all.
   * @throws {GitHubRejected} @throws {AppError}
   */
  check(): Promise<void>;
  /**
   * The link of the one pull request for the branch: an open one is found again and gets the part,
   * so that a second try after a crash opens no second one.
   * @throws {GitHubRejected}
   */
  open(wanted: NewPullRequest): Promise<string>;
  state: PullStateSource;
}

const hosted = z.object({
  archived: z.boolean().optional(),
  permissions: z.object({ push: z.boolean() }).optional(),
});
const opened = z.object({ html_url: z.url({ protocol: /^https?$/ }) });
const listed = opened.extend({
  number: z.number(),
  state: z.string(),
  body: z.string().nullish(),
  head: z.object({ ref: z.string(), sha: z.string() }),
});
type Listed = z.infer<typeof listed>;

const TRIES = 3;
/** Characters that GitHub takes as a description. */
const BODY_LIMIT = 65_000;

/** @param pause milliseconds before a second try; longer before the third */
export function openGitHubPulls(
  access: GitHubAccess,
  repository: GitHubRepository,
  { pause = 1_000, timeLimit }: { pause?: number; timeLimit?: number } = {},
): GitHubPulls {
  const github = openGitHubApi(access, timeLimit);
  const place = { owner: repository.owner, repo: repository.name };
  const full = `${place.owner}/${place.repo}`;

  const check = async () => {
    const found = await github("look at the repository", repository, hosted, (rest) =>
      rest.repos.get(place),
    );
    if (found.archived) throw new AppError("unavailable", `${full} is archived on GitHub.`);
    if (found.permissions?.push === false) {
      const advice = "Give it write access to contents and pull requests.";
      throw new AppError("unavailable", `GITHUB_TOKEN may only read ${full}. ${advice}`);
    }
  };

  const find = async ({ branch, headCommit }: NewPullRequest): Promise<Listed | undefined> => {
    const head = `${place.owner}:${branch}`;
    const what = "look for the pull request";
    const found = await github(what, repository, z.array(listed), (rest) =>
      rest.pulls.list({ ...place, head, state: "all", per_page: 100 }),
    );
    // A filter that GitHub does not understand is ignored by it.
    const ours = found.filter((pull) => pull.head.ref === branch);
    const open = ours.find((pull) => pull.state === "open");
    return open ?? ours.find((pull) => pull.head.sha === headCommit);
  };

  const create = async ({ branch: head, base, title, body }: NewPullRequest): Promise<string> => {
    const made = await github("open the pull request", repository, opened, (rest) =>
      rest.pulls.create({ ...place, head, base, title, body: body.slice(0, BODY_LIMIT) }),
    );
    return made.html_url;
  };

  /** What people wrote into the description stays. */
  const add = async (
    { number, body: old }: Listed,
    { body, mark }: NewPullRequest,
  ): Promise<void> => {
    if (old?.includes(mark)) return;
    const longer = [old, body].filter(Boolean).join("\n\n---\n\n");
    if (longer.length > BODY_LIMIT) return;
    await github("describe the follow-up", repository, opened, (rest) =>
      rest.pulls.update({ ...place, pull_number: number, body: longer }),
    );
  };

  const findOrCreate = async (wanted: NewPullRequest): Promise<string> => {
    const found = await find(wanted);
    if (!found) return create(wanted);
    if (found.state === "open") await add(found, wanted);
    return found.html_url;
  };

  return {
    check: () => withRetries(check, pause),
    open: (wanted) => withRetries(() => findOrCreate(wanted), pause, wanted.signal),
    state: githubPullState(access, timeLimit),
  };
}

/** A lost answer may hide that a pull request was opened; each try looks for it first. */
async function withRetries<T>(
  work: () => Promise<T>,
  pause: number,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const retryable =
        error instanceof GitHubRejected && (error.retryable || alreadyExists(error));
      if (!retryable || attempt === TRIES) throw error;
      await delay(pause * attempt, undefined, { signal });
    }
  }
}

/** Another process opened it between the look and the request. */
function alreadyExists({ upstream, said }: GitHubRejected): boolean {
  return upstream === 422 && /already exists/i.test(said);
}
