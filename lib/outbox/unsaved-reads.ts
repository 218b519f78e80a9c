import type { Notification, NotificationList } from "../contract/api/notifications.ts";
import type { PersonalChange } from "./unsent-outboxes.ts";

/** Returns a part of the notifications once changes are saved. */
export function withUnsavedReads(
  part: NotificationList,
  changes: readonly PersonalChange[],
): NotificationList {
  const shown = part.notifications.map((one) => ({
    ...one,
    isRead: one.isRead || changes.some((change) => marks(change, one)),
  }));
  const known = new Set(part.notifications.flatMap(({ isRead, topic }) => (isRead ? topic : [])));
  const others = changes.filter(
    (change) =>
      change.kind !== "mark_read" || !("topic" in change.which) || !known.has(change.which.topic),
  );
  return { ...part, notifications: shown, unread: unreadWithUnsaved(part.unread, others) };
}

/**
 * Returns the number of unread notifications then. A topic counts once. Notifications that arrived after all
 * were marked aren't known.
 */
export function unreadWithUnsaved(unread: number, changes: readonly PersonalChange[]): number {
  return changes.reduce((left, change) => {
    if (change.kind !== "mark_read") return left;
    return "topic" in change.which ? Math.max(0, left - 1) : 0;
  }, unread);
}

function marks(change: PersonalChange, { topic, id }: Notification): boolean {
  if (change.kind !== "mark_read") return false;
  const { which } = change;
  const isOf = !("topic" in which) || which.topic === topic;
  return isOf && id <= (which.upTo ?? id);
}
