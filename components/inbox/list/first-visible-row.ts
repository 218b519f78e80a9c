/** Returns the feedback ID of the first fully visible row, or null. */
export function firstVisibleRow(): string | null {
  const grid = document.querySelector("[role=grid][aria-label=Feedback]");
  const header = grid?.querySelector("[role=columnheader]");
  const headerBottom = header?.parentElement?.getBoundingClientRect().bottom ?? 0;
  const rows = [...(grid?.querySelectorAll<HTMLElement>("[data-feedback-id]") ?? [])]
    .map((row) => ({ id: row.dataset.feedbackId, top: row.getBoundingClientRect().top }))
    .filter((row) => row.top >= headerBottom - 1)
    .sort((a, b) => a.top - b.top);
  return rows[0]?.id ?? null;
}
