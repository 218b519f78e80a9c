"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeSettings, projectSettings } from "../../lib/queries/project-settings.ts";
import type { SaveSettings } from "./save-settings.ts";

/** A project's settings, and how to change them. */
export function useSaveSettings(projectId: string) {
  const client = useQueryClient();
  const query = projectSettings(projectId);
  const { data: settings, error } = useQuery(query);
  const save = useMutation({
    mutationFn: async (change: Parameters<SaveSettings>[0]) => {
      // A teammate may have changed the settings since this page was opened.
      const current = await client.fetchQuery({ ...query, staleTime: 0 });
      return changeSettings(projectId, change(current.settings));
    },
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  });
  return { settings, error, save };
}
