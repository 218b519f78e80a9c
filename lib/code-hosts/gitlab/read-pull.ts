import "server-only";
import { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import { type PullSource, settledReading } from "../pull-host.ts";
import { HostRejected } from "../rejection.ts";
import { createGitLabApi } from "./api.ts";

const requestSchema = z.object({
  state: z.string(),
  draft: z.boolean().optional(),
  updated_at: z.string(),
  has_conflicts: z.boolean().optional(),
  detailed_merge_status: z.string().optional(),
  head_pipeline: z.object({ status: z.string() }).nullish(),
});

/** While GitLab finds out whether a merge request conflicts. */
const UNCHECKED = ["unchecked", "checking", "preparing"];

/**
 * Looks up merge requests on GitLab by link, like `githubPullSource`, with one request. A locked one is being merged.
 * @throws {HostRejected} if GitLab can't be reached
 */
export function gitlabPullSource(access: CodeHostAccess, timeLimit?: number): PullSource {
  const gitlab = createGitLabApi(access, timeLimit);
  return async (link) => {
    const parsed = parseRequestLink(link, access.webUrl);
    if (!parsed) return null;
    const { project, number } = parsed;
    try {
      const action = "read the merge request";
      const path = `/merge_requests/${number}`;
      const request = await gitlab({ action, project, schema: requestSchema, path });
      const {
        state,
        has_conflicts: conflicts = null,
        detailed_merge_status: status = "",
      } = request;
      if (state === "merged" || state === "closed") return settledReading(state);
      const pipeline = request.head_pipeline?.status;
      return {
        state: "open",
        isDraft: request.draft ?? false,
        activeAt: Date.parse(request.updated_at) || null,
        hasConflicts: UNCHECKED.includes(status) ? null : conflicts,
        hasFailedChecks: pipeline === undefined ? null : pipeline === "failed",
        // GitLab gives one reason why a merge request can't be merged, so others are unknown.
        needsChanges: status === "requested_changes" ? true : null,
      };
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
