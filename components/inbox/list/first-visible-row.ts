/** The topmost row of the list that is whole on the screen, by its entry; null without any. */
export function firstVisibleRow(): string | null {
  const grid = document.querySelector("[role=grid][aria-label=Feedback]");
  const head = grid?.querySelector("[role=columnheader]");
  const top = head?.parentElement?.getBoundingClientRect().bottom ?? 0;
  const below = [...(grid?.querySelectorAll<HTMLElement>("[data-feedback-id]") ?? [])]
    .map((row) => ({ id: row.dataset.feedbackId, top: row.getBoundingClientRect().top }))
    .filter((row) => row.top >= top - 1)
    .sort((a, b) => a.top - b.top);
  return below[0]?.id ?? null;
}
