// Imports nothing, so that browser code can use the values.

/**
 * Orders of documentation pages. `rank`: the pages that most need work first; `impact`: those that fail the most readers;
 * `page`: by name; `last`: newest feedback first; the others: highest count first.
 */
export const PAGE_SORTS = [
  "rank",
  "impact",
  "views",
  "negative",
  "open",
  "total",
  "last",
  "page",
] as const;
export type PageSort = (typeof PAGE_SORTS)[number];
