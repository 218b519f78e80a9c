// How the list of feedback looks. Imports nothing, so that browser code can use the values.

/** One line of the comment per row, or two. On a phone, every row has two lines. */
export const ROW_SIZES = ["compact", "comfortable"] as const;
export type RowSize = (typeof ROW_SIZES)[number];

/** The columns that people can hide. */
export const HIDEABLE_COLUMNS = ["status", "page", "job", "date"] as const;
export type HideableColumn = (typeof HIDEABLE_COLUMNS)[number];
