import "server-only";
import { z } from "zod";
import type { HostCheck } from "../../contract/api/checks.ts";
import { unlessRefused } from "../rejection.ts";
import type { GitHubRequest } from "./api.ts";

const deploymentsSchema = z.array(
  z.object({
    id: z.number(),
    environment: z.string(),
    production_environment: z.boolean().optional(),
  }),
);
const statusesSchema = z.array(
  z.object({ state: z.string(), environment_url: z.string().nullish() }),
);

/** Deployments of a commit that are read: there may be new ones for each of many services. */
const LISTED = 20;
/** Environments whose newest deployment is looked up, each with a request. */
const MAX_PREVIEWS = 3;
/** States of a deployment that ended. An `inactive` one was taken down. */
const STATES = new Map<string, HostCheck["state"]>([
  ["success", "passed"],
  ["failure", "failed"],
  ["error", "failed"],
  ["inactive", "none"],
]);

/**
 * Returns where services such as Vercel deployed a commit of a pull request, the newest deployment of each environment but
 * production. Nothing if the token may not read deployments.
 * @throws {HostRejected}
 */
export async function readPreviews(commit: {
  github: GitHubRequest;
  owner: string;
  repo: string;
  sha: string;
}): Promise<HostCheck[]> {
  const { github, owner, repo, sha } = commit;
  const found = await unlessRefused(() =>
    github("read the deployments", `${owner}/${repo}`, deploymentsSchema, (rest) =>
      rest.repos.listDeployments({ owner, repo, sha, per_page: LISTED }),
    ),
  );
  const newest = new Map<string, number>();
  for (const { id, environment, production_environment: isProduction } of found ?? []) {
    if (!isProduction && !newest.has(environment)) newest.set(environment, id);
  }
  return Promise.all(
    [...newest].slice(0, MAX_PREVIEWS).map(async ([name, id]): Promise<HostCheck> => {
      const [status] = await github(
        "read the state of a deployment",
        `${owner}/${repo}`,
        statusesSchema,
        (rest) =>
          rest.repos.listDeploymentStatuses({ owner, repo, deployment_id: id, per_page: 1 }),
      );
      const state = status ? (STATES.get(status.state) ?? "running") : "running";
      return { name, state, link: status?.environment_url || null, isPreview: true };
    }),
  );
}
