// Imports nothing, so that browser code can use the values without zod.

/** Fields that people set on items, by the names that the history uses. */
export const ITEM_FIELDS = [
  "status",
  "assignee",
  "label",
  "dismissal",
  "snooze",
  "noise",
  "group",
  "notSimilar",
] as const;

/** A snooze that ends when the reader adds something, or another reader reports the same. */
export const UNTIL_REPORTED = "reported";

export type FieldName = (typeof ITEM_FIELDS)[number];
