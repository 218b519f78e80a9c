import { queryOptions } from "@tanstack/react-query";
import { getHome, recordVisit } from "../contract/api/home-routes.ts";
import { request } from "./request.ts";

/** What awaits the person in a project. */
export const home = (projectId: string) =>
  queryOptions({
    // Loaded again when items or jobs change.
    queryKey: ["home", projectId, "home"],
    queryFn: ({ signal }) => request(getHome, { params: { projectId }, signal }),
  });

/** Records that the home page was shown, or that everything up to `at` was seen. Returns it as it is then. */
export function visitHome(projectId: string, body: { at: number; caughtUp: boolean }) {
  return request(recordVisit, { params: { projectId }, body });
}
