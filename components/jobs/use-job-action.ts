"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";

/** Something a person does to a job; whatever shows jobs or their feedback is read again after it. */
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
