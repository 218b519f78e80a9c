// Imports nothing, so that browser code can use the values without zod.

/** What people set on items, as the history names it. */
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

/** What an item is snoozed until if it isn't a date: its reader adds something, or another reader reports the same. */
export const UNTIL_REPORTED = "reported";

export type FieldName = (typeof ITEM_FIELDS)[number];
