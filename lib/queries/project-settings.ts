import { queryOptions } from "@tanstack/react-query";
import type { ProjectSettingsChange } from "../contract/api/settings.ts";
import { getSettings, updateSettings } from "../contract/api/settings-routes.ts";
import { request } from "./request.ts";

/** The project's settings: instructions, prompt templates, and what happens after a merge. */
export const projectSettings = (projectId: string) =>
  queryOptions({
    queryKey: ["settings", projectId],
    queryFn: ({ signal }) => request(getSettings, { params: { projectId }, signal }),
    select: ({ settings }) => settings,
  });

/** Updates the given settings and returns all of them. */
export function changeSettings(projectId: string, change: ProjectSettingsChange) {
  return request(updateSettings, { params: { projectId }, body: change });
}
