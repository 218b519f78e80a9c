// Limits of the dashboard's own API. Imports nothing, so that browser code may use the values.

/** Entries that one prompt quotes at the most. */
export const MOST_EVIDENCE = 500;
