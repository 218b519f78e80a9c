import "server-only";
import { z } from "zod";
import { listInFewRequests } from "../list-open.ts";
import { LISTED_PULLS, type OpenPullHost } from "../pull-host.ts";
import type { GitLabRequest } from "./api.ts";

const listedSchema = z.array(
  z.object({
    iid: z.number(),
    web_url: z.url({ protocol: /^https?$/ }),
    author: z.object({ username: z.string() }).nullish(),
    /** Null until GitLab has read the branch. */
    sha: z.string().nullish(),
    target_branch: z.string(),
  }),
);
const filesSchema = z.array(z.object({ old_path: z.string(), new_path: z.string() }));

/** What GitLab says about open merge requests. @param project path with its groups */
export function gitlabOpenPulls(gitlab: GitLabRequest, project: string): OpenPullHost {
  return {
    listOpen: async () => {
      const found = await listInFewRequests((count, page) =>
        gitlab({
          action: "list the open merge requests",
          project,
          schema: listedSchema,
          path: `/merge_requests?state=opened&order_by=updated_at&per_page=${count}&page=${page}`,
        }),
      );
      return found.map(({ iid: number, web_url: link, author, sha, target_branch: base }) => ({
        number,
        link,
        by: author?.username ?? null,
        headCommit: sha ?? "",
        base,
      }));
    },
    changedFiles: async (number, page) => {
      const found = await gitlab({
        action: "list the merge request's files",
        project,
        schema: filesSchema,
        path: `/merge_requests/${number}/diffs?per_page=${LISTED_PULLS}&page=${page}`,
      });
      const paths = [...new Set(found.flatMap(({ old_path, new_path }) => [old_path, new_path]))];
      return { paths, hasMore: found.length === LISTED_PULLS };
    },
  };
}
