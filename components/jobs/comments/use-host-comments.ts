"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import type { PullDiff } from "../../../lib/contract/api/pull-request.ts";
import type { ReviewComment } from "../../../lib/contract/api/review-comments.ts";
import { hostComments, takeHostComments } from "../../../lib/queries/review-comments.ts";
import { placeOnHost } from "./comment-places.ts";
import type { HostComments, PlacedHostComment } from "./host-comments-context.ts";
import { showComments } from "./use-review-comments.ts";

/**
 * The comments of the code host on a job's change, with where their lines are in the shown page of its diff; null where there
 * are none.
 * @param own the person's comments
 */
export function useHostComments(
  job: JobDetail | undefined,
  {
    diff,
    own,
    mayTake,
  }: { diff: PullDiff | null; own: readonly ReviewComment[]; mayTake: boolean },
): HostComments | null {
  const { data } = useQuery({
    ...hostComments(job?.projectId ?? "", job?.id ?? ""),
    // The built-in code host has none.
    enabled: Boolean(job?.hostVerdicts.host),
  });
  return useMemo(() => {
    if (!job || !data?.host || data.comments.length === 0) return null;
    const taken = new Map(own.map(({ origin, sentAt }) => [origin?.id, { sentAt }]));
    const comments = data.comments.map((comment) => ({
      ...comment,
      ...(diff ? placeOnHost(diff, comment) : {}),
      taken: taken.get(comment.id) ?? comment.taken,
    }));
    return { job, host: data.host, more: data.more, comments, mayTake };
  }, [job, data, diff, own, mayTake]);
}

interface Taking {
  comments: readonly PlacedHostComment[];
  /** What gets the focus. */
  around: HTMLElement | null;
}

/** Takes comments of the code host into the person's review. What had the focus goes then: what is around it gets it. */
export function useTake(job: JobDetail) {
  const client = useQueryClient();
  const { projectId, id } = job;
  const take = useMutation({
    mutationFn: ({ comments }: Taking) => takeHostComments(projectId, id, comments),
    // Here, because what was pressed isn't there anymore then.
    onSuccess: async (answer, { around }) => {
      await showComments(client, job, answer);
      around?.focus({ preventScroll: true });
    },
    // Someone else may have taken one.
    onSettled: () => client.invalidateQueries(hostComments(projectId, id)),
  });
  const start = (comments: readonly PlacedHostComment[], button: HTMLElement) =>
    take.mutate({
      comments,
      around: button.closest<HTMLElement>("[data-hunk], .diff-file, [data-host-comments]"),
    });
  return { start, isPending: take.isPending, error: take.error };
}
