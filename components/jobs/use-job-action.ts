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
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["jobs", projectId] }),
        client.invalidateQueries({ queryKey: ["feedback", projectId] }),
      ]),
  });
}
