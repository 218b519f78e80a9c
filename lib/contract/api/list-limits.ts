// Limits that the inbox needs at once, apart from the others, so that it loads less.

/** Rows of one page of a list. */
export const LIST_LIMIT = { default: 50, maximum: 250 } as const;

/** Items that a row of a grouped list names: a decision about the row changes as many. */
export const MAX_GROUP_IDS = 1_000;

/** Items that one prompt can quote. */
export const MAX_PROMPT_ITEMS = 500;

/** Most characters of a search as typed. */
export const MAX_SEARCH_LENGTH = 1_000;
