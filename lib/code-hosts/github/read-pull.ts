import "server-only";
import { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import type { HostCheck } from "../../contract/api/checks.ts";
import type { PullReading } from "../../contract/api/pull-states.ts";
import { shownChecks } from "../host-checks.ts";
import { type PullSource, settledReading } from "../pull-host.ts";
import { createReadings } from "../readings.ts";
import { unlessMissing, unlessRefused } from "../rejection.ts";
import { createGitHubApi, type GitHubRequest } from "./api.ts";
import { readPreviews } from "./read-previews.ts";
import { readReviews } from "./read-reviews.ts";

const pullSchema = z.object({
  state: z.string(),
  merged: z.boolean(),
  draft: z.boolean().optional(),
  /** Null while GitHub finds out. */
  mergeable: z.boolean().nullish(),
  updated_at: z.string(),
  head: z.object({ sha: z.string() }),
  user: z.object({ login: z.string(), id: z.number(), type: z.string() }).nullish(),
  /** How many there are: in the conversation, and on files. */
  comments: z.number().default(0),
  review_comments: z.number().default(0),
});
const runsSchema = z.object({
  check_runs: z.array(
    z.object({
      name: z.string(),
      conclusion: z.string().nullish(),
      html_url: z.string().nullish(),
    }),
  ),
});
const statusSchema = z.object({
  state: z.string(),
  statuses: z.array(
    z.object({ context: z.string(), state: z.string(), target_url: z.string().nullish() }),
  ),
});

const PER_PAGE = 100;
/** States of checks that ended. Others, such as `neutral` and `cancelled`, say nothing. */
const CONCLUSIONS = new Map<string, HostCheck["state"]>([
  ["success", "passed"],
  ["failure", "failed"],
  ["timed_out", "failed"],
  ["action_required", "running"],
]);
/** States of a commit, as services report them. */
const STATES = new Map<string, HostCheck["state"]>([
  ["success", "passed"],
  ["failure", "failed"],
  ["error", "failed"],
  ["pending", "running"],
]);
interface PullLink {
  owner: string;
  name: string;
  number: number;
}

interface FoundPull {
  github: GitHubRequest;
  owner: string;
  repo: string;
  sha: string;
}

/**
 * Looks up pull requests on GitHub by link, whoever opened them. Returns null for links to other
 * sites, and for pull requests that were deleted or that the token can't access. What the token may not read, such as
 * checks, is unknown.
 * @throws {HostRejected} if GitHub can't be reached
 */
export function githubPullSource(access: CodeHostAccess, timeLimit?: number): PullSource {
  const github = createGitHubApi(access, timeLimit);
  const reading = createReadings();
  return async (prLink) => {
    const link = parsePullLink(prLink, access.webUrl);
    return link && reading(() => readPull(github, link));
  };
}

async function readPull(
  github: GitHubRequest,
  { owner, name: repo, number }: PullLink,
): Promise<PullReading | null> {
  const pull = await unlessMissing(() =>
    github("read the pull request", `${owner}/${repo}`, pullSchema, (rest) =>
      rest.pulls.get({ owner, repo, pull_number: number }),
    ),
  );
  if (pull === null) return null;
  if (pull.merged || pull.state === "closed")
    return settledReading(pull.merged ? "merged" : "closed");
  const found = { github, owner, repo, sha: pull.head.sha };
  const { user: author, comments, review_comments: lineComments } = pull;
  const [reviewed, runs, status, previews] = await Promise.all([
    readReviews({ ...found, number, author, comments, lineComments }),
    readCheckRuns(found),
    readStatus(found),
    readPreviews(found),
  ]);
  const { mergeable = null, draft: isDraft = false, updated_at: updatedAt } = pull;
  return {
    state: "open",
    isDraft,
    activeAt: Date.parse(updatedAt) || null,
    hasConflicts: mergeable === null ? null : !mergeable,
    ...checksOf(runs, status, previews),
    ...reviewed,
  };
}

/** What is known of the checks. What the token may not read is null. */
function checksOf(
  runs: HostCheck[] | null,
  status: { checks: HostCheck[]; hasFailed: boolean } | null,
  previews: HostCheck[],
) {
  return {
    hasFailedChecks: status?.hasFailed || hasFailedRun(runs),
    checks: shownChecks([...previews, ...(runs ?? []), ...(status?.checks ?? [])]),
  };
}

/** Null also if those that were read are fine, and there may be more. */
function hasFailedRun(runs: HostCheck[] | null): boolean | null {
  if (runs?.some(({ state }) => state === "failed")) return true;
  return runs === null || runs.length >= PER_PAGE ? null : false;
}

/** The first checks; null if the token may not read them. */
async function readCheckRuns({ github, owner, repo, sha: ref }: FoundPull) {
  const found = await unlessRefused(() =>
    github("read the checks", `${owner}/${repo}`, runsSchema, (rest) =>
      rest.checks.listForRef({ owner, repo, ref, per_page: PER_PAGE }),
    ),
  );
  if (found === null) return null;
  return found.check_runs.map(({ name, conclusion, html_url: link = null }): HostCheck => {
    const state = conclusion ? (CONCLUSIONS.get(conclusion) ?? "none") : "running";
    return { name, state, link };
  });
}

/** Services that don't use checks report the state of a commit. Null if the token may not read it. */
async function readStatus({ github, owner, repo, sha: ref }: FoundPull) {
  const found = await unlessRefused(() =>
    github("read the commit's status", `${owner}/${repo}`, statusSchema, (rest) =>
      rest.repos.getCombinedStatusForRef({ owner, repo, ref, per_page: PER_PAGE }),
    ),
  );
  if (found === null) return null;
  const checks = found.statuses.map(({ context, state, target_url: link = null }): HostCheck => {
    return { name: context, state: STATES.get(state) ?? "none", link };
  });
  return { checks, hasFailed: STATES.get(found.state) === "failed" };
}

/** Parses `https://github.com/{owner}/{name}/pull/{number}`, with anything after it. */
export function parsePullLink(link: string, webUrl: string): PullLink | null {
  const address = URL.parse(link);
  if (address?.origin !== webUrl) return null;
  const path = /^\/([\w-]+)\/([\w.-]+)\/pull\/(\d{1,9})(?:\/|$)/.exec(address.pathname);
  const [, owner, name, number] = path ?? [];
  return owner && name && number ? { owner, name, number: Number(number) } : null;
}
