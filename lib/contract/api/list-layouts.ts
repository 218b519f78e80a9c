// How the list of feedback looks. Imports nothing, so that browser code can use the values.

/** One line of the comment per row, or two. On a phone, every row has two lines. */
export const ROW_SIZES = ["compact", "comfortable"] as const;
export type RowSize = (typeof ROW_SIZES)[number];

/** The columns that people can hide. */
export const HIDEABLE_COLUMNS = ["status", "page", "job", "date"] as const;
export type HideableColumn = (typeof HIDEABLE_COLUMNS)[number];

/** The width in pixels that a column can have, and its usual one. The comment takes the rest. */
export const COLUMN_WIDTH = { min: 48, max: 480 } as const;
export const USUAL_WIDTHS: Record<HideableColumn, number> = {
  status: 104,
  page: 208,
  job: 120,
  date: 96,
};
