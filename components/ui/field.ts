/** Classes of a text field. */
export const fieldClass =
  "h-7 rounded-md border border-line-strong bg-surface px-2 text-ink disabled:bg-raised disabled:text-muted";
