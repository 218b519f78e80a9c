"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isAppError } from "../../lib/errors.ts";
import { changeSettings, projectSettings } from "../../lib/queries/project-settings.ts";
import type { SaveSettings } from "./save-settings.ts";

/** Attempts to save a change while others change the settings as well. */
const MAX_ATTEMPTS = 5;

/** A project's settings, and how to change them. */
export function useSaveSettings(projectId: string) {
  const client = useQueryClient();
  const query = projectSettings(projectId);
  const { data: settings, error } = useQuery(query);
  const save = useMutation({
    mutationFn: async (change: Parameters<SaveSettings>[0]) => {
      for (let attempt = 1; ; attempt++) {
        // A teammate may have changed the settings since this page was opened.
        const { settings, version } = await client.fetchQuery({
          ...query,
          staleTime: 0,
          retry: false,
        });
        try {
          return await changeSettings(projectId, { ...change(settings), version });
        } catch (error) {
          // Or at the same time: then the change is made to what they saved.
          const isConflict = isAppError(error) && error.code === "conflict";
          if (!isConflict || attempt === MAX_ATTEMPTS) throw error;
        }
      }
    },
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  });
  return { settings, error, save };
}
