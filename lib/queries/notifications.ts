import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { listNotifications, markNotificationsRead } from "../contract/api/home-routes.ts";
import type { ReadNotifications } from "../contract/api/notifications.ts";
import { jobCounts } from "./job-counts.ts";
import { request } from "./request.ts";

/** The person's notifications, newest first, loaded part by part. */
export const notifications = (projectId: string) =>
  infiniteQueryOptions({
    // Loaded again when items or jobs change.
    queryKey: ["home", projectId, "notifications"],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { before: String(pageParam) };
      return request(listNotifications, { params: { projectId }, query, signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (part) => part.nextBefore,
  });

/** Marks notifications as read, also in the badge. */
export async function markRead(
  client: QueryClient,
  projectId: string,
  body: ReadNotifications,
): Promise<void> {
  const { unread } = await request(markNotificationsRead, { params: { projectId }, body });
  const { queryKey } = jobCounts(projectId);
  // A poll that began before would bring the old number back.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (counts) => counts && { ...counts, unread });
  await client.invalidateQueries({ queryKey: notifications(projectId).queryKey });
}
