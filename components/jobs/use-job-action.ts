"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

/** Runs an action on a job, then refetches everything that shows jobs or feedback. */
export function useJobAction<Input, Answer>(
  projectId: string,
  act: (input: Input) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: (_answer, error) => {
      const refreshed = Promise.all([
        client.invalidateQueries({ queryKey: ["jobs", projectId] }),
        client.invalidateQueries({ queryKey: ["feedback", projectId] }),
      ]);
      // Don't delay an error: without a connection, the refresh takes a while.
      return error ? undefined : refreshed;
    },
  });
}
