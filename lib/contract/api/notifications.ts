// What a person is notified of. Instants are epoch milliseconds.
import { z } from "zod";

export const notification = z.strictObject({
  /** ID of the newest row; also the place in the list. */
  id: z.number(),
  /** The topic; marking it as read needs it. */
  topic: z.string(),
  kind: z.enum(["assigned", "mentioned", "job", "recurrence"]),
  at: z.number(),
  /** Name of the person who caused it; null for Errata itself. */
  by: z.string().nullable(),
  isRead: z.boolean(),
  /** Items that were assigned in one step, or that were reported again; 1 otherwise. */
  items: z.number(),
  /** An item, of several one of them; null for a job. */
  feedbackId: z.string().nullable(),
  /** Null for an item. */
  jobId: z.string().nullable(),
  /** For a job: whether its pull request is open, and can be reviewed. */
  isReady: z.boolean().optional(),
  /** The item's comment, shortened, or else its page; the job's title. */
  subject: z.string(),
});
export type Notification = z.infer<typeof notification>;

export const notificationList = z.strictObject({
  /** Newest first. */
  notifications: z.array(notification),
  unread: z.number(),
  /** Where the next page starts; null at the end. */
  nextBefore: z.number().nullable(),
});
export type NotificationList = z.infer<typeof notificationList>;

/**
 * Marks one topic as read, or everything up to a notification. A topic's newer notifications stay unread if `upTo` is
 * given, because the request may have waited for a connection.
 */
export const readNotifications = z.union([
  z.strictObject({ topic: z.string(), upTo: z.number().int().optional() }),
  z.strictObject({ upTo: z.number().int() }),
]);
export type ReadNotifications = z.infer<typeof readNotifications>;
