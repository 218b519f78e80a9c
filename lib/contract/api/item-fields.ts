// Imports nothing, so that browser code can use the values without zod.

/** What people set on items, as the history names it. */
export const ITEM_FIELDS = [
  "status",
  "assignee",
  "label",
  "dismissal",
  "noise",
  "group",
  "notSimilar",
] as const;
export type FieldName = (typeof ITEM_FIELDS)[number];
