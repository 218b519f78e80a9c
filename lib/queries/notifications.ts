import { infiniteQueryOptions } from "@tanstack/react-query";
import { listNotifications, markNotificationsRead } from "../contract/api/home-routes.ts";
import type { ReadNotifications } from "../contract/api/notifications.ts";
import { FIRST_NUMBER, request } from "./request.ts";

/** The person's notifications, newest first, loaded part by part. */
export const notifications = (projectId: string) =>
  infiniteQueryOptions({
    // Loaded again when items or jobs change.
    queryKey: ["home", projectId, "notifications"],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { before: String(pageParam) };
      return request(listNotifications, { params: { projectId }, query, signal });
    },
    initialPageParam: FIRST_NUMBER,
    getNextPageParam: (part) => part.nextBefore,
  });

/** Marks notifications as read. @returns the number of unread ones after it */
export async function markRead(projectId: string, body: ReadNotifications): Promise<number> {
  return (await request(markNotificationsRead, { params: { projectId }, body })).unread;
}
