import { queryOptions } from "@tanstack/react-query";
import type { UnsavedDocsRules } from "../contract/api/settings.ts";
import { checkDocsRules, getDocsCheck } from "../contract/api/settings-routes.ts";
import { request } from "./request.ts";

/** Milliseconds for which the documentation counts as unchanged. */
const FRESH_CHECK_MS = 60_000;

/** Milliseconds between two checks while pages are being recounted. */
const RECOUNT_INTERVAL_MS = 2_000;

/** Whether the pages in a project's feedback lead to files of the documentation repository. */
export const docsCheck = (projectId: string) =>
  queryOptions({
    queryKey: ["docs-check", projectId],
    queryFn: ({ signal }) => request(getDocsCheck, { params: { projectId }, signal }),
    staleTime: FRESH_CHECK_MS,
    refetchInterval: ({ state }) => (state.data?.isRecounting ? RECOUNT_INTERVAL_MS : false),
  });

/** Checks the same by rules that aren't saved. */
export function tryDocsRules(projectId: string, body: UnsavedDocsRules) {
  return request(checkDocsRules, { params: { projectId }, body });
}
