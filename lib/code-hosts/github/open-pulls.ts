import "server-only";
import { z } from "zod";
import { listInFewRequests } from "../list-open.ts";
import { LISTED_PULLS, type OpenPullHost } from "../pull-host.ts";
import type { GitHubRequest } from "./api.ts";

const listedSchema = z.array(
  z.object({
    number: z.number(),
    html_url: z.url({ protocol: /^https?$/ }),
    user: z.object({ login: z.string() }).nullish(),
    head: z.object({ sha: z.string() }),
    base: z.object({ ref: z.string() }),
  }),
);
const filesSchema = z.array(
  z.object({ filename: z.string(), previous_filename: z.string().optional() }),
);

/** What GitHub says about open pull requests. The list costs nothing while it is the same. @param path `owner/name` */
export function githubOpenPulls(github: GitHubRequest, path: string): OpenPullHost {
  const [owner = "", repo = ""] = path.split("/");
  const place = { owner, repo };
  return {
    listOpen: async () => {
      const found = await listInFewRequests((count, page) =>
        github("list the open pull requests", path, listedSchema, (rest) =>
          rest.pulls.list({
            ...place,
            state: "open",
            sort: "updated",
            direction: "desc",
            per_page: count,
            page,
          }),
        ),
      );
      return found.map(({ number, html_url: link, user, head, base }) => ({
        number,
        link,
        by: user?.login ?? null,
        headCommit: head.sha,
        base: base.ref,
      }));
    },
    changedFiles: async (number, page) => {
      const found = await github("list the pull request's files", path, filesSchema, (rest) =>
        rest.pulls.listFiles({ ...place, pull_number: number, per_page: LISTED_PULLS, page }),
      );
      const paths = found.flatMap(({ filename, previous_filename: before }) =>
        before === undefined ? [filename] : [before, filename],
      );
      return { paths, hasMore: found.length === LISTED_PULLS };
    },
  };
}
