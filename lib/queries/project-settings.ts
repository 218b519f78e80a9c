import { queryOptions } from "@tanstack/react-query";
import type { SettingsUpdate } from "../contract/api/settings.ts";
import { getSettings, updateSettings } from "../contract/api/settings-routes.ts";
import { request } from "./request.ts";

/** The project's settings: instructions, prompt templates, and what happens after a merge. */
export const projectSettings = (projectId: string) =>
  queryOptions({
    queryKey: ["settings", projectId],
    queryFn: ({ signal }) => request(getSettings, { params: { projectId }, signal }),
    // Labels and reasons are needed even if the server has gone away since.
    gcTime: Number.POSITIVE_INFINITY,
    select: ({ settings }) => settings,
  });

/** Updates the given settings and returns all of them. */
export function changeSettings(projectId: string, update: SettingsUpdate) {
  return request(updateSettings, { params: { projectId }, body: update });
}
