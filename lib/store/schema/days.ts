import "server-only";

const DAY = 86_400_000;

/** SQL of the UTC day of a row's `sort_at`, counted from 1970-01-01. Both engines round integer division toward zero. */
export const dayOf = (row: string) =>
  `(${row}sort_at - ((${row}sort_at % ${DAY}) + ${DAY}) % ${DAY}) / ${DAY}`;
