import "server-only";
import { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import type { PullStateSource } from "../pull-host.ts";
import { HostRejected } from "../rejection.ts";
import { createGitLabApi } from "./api.ts";

const requestSchema = z.object({ state: z.string() });

/**
 * Looks up merge requests on GitLab by link, like `githubPullState`. A locked one is being merged.
 * @throws {HostRejected} if GitLab can't be reached
 */
export function gitlabPullState(access: CodeHostAccess, timeLimit?: number): PullStateSource {
  const gitlab = createGitLabApi(access, timeLimit);
  return async (link) => {
    const request = parseRequestLink(link, access.webUrl);
    if (!request) return null;
    const { project, number } = request;
    try {
      const action = "read the merge request";
      const path = `/merge_requests/${number}`;
      const { state } = await gitlab({ action, project, schema: requestSchema, path });
      return state === "merged" || state === "closed" ? state : "open";
    } catch (error) {
      if (error instanceof HostRejected && error.upstream === 404) return null;
      throw error;
    }
  };
}

/** Parses `https://gitlab.com/{group}/{…}/{project}/-/merge_requests/{number}`, with anything after it. */
function parseRequestLink(
  link: string,
  webUrl: string,
): { project: string; number: number } | null {
  const address = URL.parse(link);
  const base = new URL(webUrl);
  const folder = base.pathname.replace(/\/$/, "");
  if (address?.origin !== base.origin || !address.pathname.startsWith(`${folder}/`)) return null;
  const [, project, number] =
    /^\/([\w.-]+(?:\/[\w.-]+){1,20})\/-\/merge_requests\/(\d{1,9})(?:\/|$)/.exec(
      address.pathname.slice(folder.length),
    ) ?? [];
  return project && number ? { project, number: Number(number) } : null;
}
