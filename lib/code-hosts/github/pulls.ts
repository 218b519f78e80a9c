import "server-only";
import { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import { AppError } from "../../errors.ts";
import type { NewPullRequest, PullHost } from "../pull-host.ts";
import { HostRejected } from "../rejection.ts";
import { createGitHubApi, createGitToken, type GitHubRequest } from "./api.ts";
import { githubOpenPulls } from "./open-pulls.ts";
import { parsePullLink } from "./read-pull.ts";

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

/** @param path `owner/name` */
export function githubPullHost(access: CodeHostAccess, path: string, timeLimit?: number): PullHost {
  const github = createGitHubApi(access, timeLimit);
  const [owner = "", repo = ""] = path.split("/");
  const place = { owner, repo };
  const gitToken = access.app && createGitToken(access, path, timeLimit);

  const create = async (pull: NewPullRequest): Promise<string> => {
    const { branch: head, base, title, body, isDraft = false } = pull;
    const draft = isDraft ? { draft: true } : {};
    try {
      const created = await github("open the pull request", path, openedSchema, (rest) =>
        rest.pulls.create({ ...place, head, base, title, body, ...draft }),
      );
      return created.html_url;
    } catch (error) {
      if (isDraft && hasNoDrafts(error)) return create({ ...pull, isDraft: false });
      throw error;
    }
  };

  return {
    numberOf: (link) => {
      const pull = parsePullLink(link, access.webUrl);
      const isOurs = `${pull?.owner}/${pull?.name}`.toLowerCase() === path.toLowerCase();
      return pull && isOurs ? pull.number : null;
    },
    check: async () => {
      const found = await github("read the repository", path, repositorySchema, (rest) =>
        rest.repos.get(place),
      );
      const problem = problemOf(found, path, access.app !== null);
      if (problem !== null) throw new AppError("unavailable", problem);
      await gitToken?.();
    },
    find: async ({ branch, headCommit }) => {
      const head = `${owner}:${branch}`;
      const found = await github("find the pull request", path, z.array(listedSchema), (rest) =>
        rest.pulls.list({ ...place, head, state: "all", per_page: 100 }),
      );
      // GitHub ignores filters that it doesn't understand.
      const ours = found.filter((pull) => pull.head.ref === branch);
      const open = ours.find((pull) => pull.state === "open");
      const pull = open ?? ours.find((each) => each.head.sha === headCommit);
      if (!pull) return undefined;
      const { number, html_url: link, body = null } = pull;
      return { number, link, body, isOpen: pull === open };
    },
    create,
    ...changesOf(github, path),
    ...githubOpenPulls(github, path),
  };
}

/** Whether GitHub says that the repository has no drafts. */
function hasNoDrafts(error: unknown): boolean {
  return error instanceof HostRejected && error.upstream === 422 && /draft/i.test(error.reason);
}

/** What can be changed of a pull request. */
function changesOf(github: GitHubRequest, path: string) {
  const [owner = "", repo = ""] = path.split("/");
  const place = { owner, repo };
  return {
    describe: async (number: number, body: string) => {
      await github("update the pull request's description", path, openedSchema, (rest) =>
        rest.pulls.update({ ...place, pull_number: number, body }),
      );
    },
    addLabels: async (number: number, labels: readonly string[]) => {
      await github("add labels to the pull request", path, z.array(z.unknown()), (rest) =>
        rest.issues.addLabels({ ...place, issue_number: number, labels: [...labels] }),
      );
    },
    askToReview: async (number: number, names: readonly string[]) => {
      const reviewers = names.filter((name) => !name.includes("/"));
      const teams = names.filter((name) => name.includes("/"));
      const team_reviewers = teams.map((name) => name.slice(name.indexOf("/") + 1));
      await github("ask for reviews of the pull request", path, openedSchema, (rest) =>
        rest.pulls.requestReviewers({
          ...place,
          pull_number: number,
          reviewers,
          team_reviewers,
        }),
      );
    },
    close: async (number: number) => {
      await github("close the pull request", path, openedSchema, (rest) =>
        rest.pulls.update({ ...place, pull_number: number, state: "closed" }),
      );
    },
  } satisfies Partial<PullHost>;
}

/** Returns why pull requests can't be opened in a repository, or null. */
function problemOf(
  found: z.infer<typeof repositorySchema>,
  full: string,
  isApp: boolean,
): string | null {
  const { full_name: name, archived, permissions } = found;
  if (name && name.toLowerCase() !== full.toLowerCase())
    return `${full} is now ${name} on GitHub. Set DOCS_REPOSITORY=${name} and restart Errata.`;
  if (archived) return `${full} is archived on GitHub. Unarchive it, or change DOCS_REPOSITORY.`;
  // These permissions are a person's, so they tell nothing about an App.
  return permissions?.push === false && !isApp
    ? `GITHUB_TOKEN has read-only access to ${full}. Grant it write access to contents and pull requests.`
    : null;
}
