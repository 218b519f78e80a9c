import { queryOptions } from "@tanstack/react-query";
import { listFeedback } from "../contract/api/routes.ts";
import * as startRoutes from "../contract/api/start-routes.ts";
import { request } from "./request.ts";

/** Milliseconds between checks of the steps that aren't done. */
const CHECK_INTERVAL_MS = 5_000;

/** What a project needs before it works with the team's own documentation. */
export const setup = (projectId: string) =>
  queryOptions({
    queryKey: ["setup", projectId],
    queryFn: ({ signal }) => request(startRoutes.getSetup, { params: { projectId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.steps.every(({ isDone }) => isDone) ? false : CHECK_INTERVAL_MS,
  });

/** Hides the checklist, or shows it again, for everyone. */
export function setSetupHidden(projectId: string, isHidden: boolean) {
  return request(startRoutes.changeSetup, { params: { projectId }, body: { isHidden } });
}

/** Runs the agent's command on a trivial prompt. */
export function testAgent(projectId: string) {
  return request(startRoutes.testAgent, { params: { projectId } });
}

/** Sends one request to the hosted platform, which counts toward its hourly limit. */
export function testConnection(projectId: string) {
  return request(startRoutes.testConnection, { params: { projectId } });
}

/** The newest item, once there is one. */
export const newestItem = (projectId: string) =>
  queryOptions({
    // Loaded again when items change.
    queryKey: ["feedback", projectId, "newest"],
    queryFn: ({ signal }) =>
      request(listFeedback, { params: { projectId }, query: { limit: "1" }, signal }),
  });
