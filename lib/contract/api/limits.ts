// Limits of the dashboard's own API. Imports nothing, so that browser code may use the values.

/** Entries that one prompt quotes at the most. */
export const MOST_EVIDENCE = 500;

/** Characters of a password. */
export const PASSWORD_LENGTH = { minimum: 12, maximum: 128 } as const;
