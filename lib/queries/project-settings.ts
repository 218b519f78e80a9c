import { queryOptions } from "@tanstack/react-query";
import type { ProjectSettings, ProjectSettingsChange } from "../contract/api/settings.ts";
import { fetchJson } from "./fetch-json.ts";

const settings = (projectId: string) => `/api/projects/${encodeURIComponent(projectId)}/settings`;

/** What the team settled for the project: instructions, templates, what follows a merge. */
export const projectSettings = (projectId: string) =>
  queryOptions({
    queryKey: ["settings", projectId],
    queryFn: ({ signal }) =>
      fetchJson<{ settings: ProjectSettings }>(settings(projectId), { signal }),
    select: (answer) => answer.settings,
  });

/** Changes what is named and gives all settings. */
export function changeSettings(
  projectId: string,
  change: ProjectSettingsChange,
): Promise<{ settings: ProjectSettings }> {
  return fetchJson(settings(projectId), { method: "PATCH", body: change });
}
