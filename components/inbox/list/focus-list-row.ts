/** Moves the focus to the row of the list that Tab would reach. @returns false without one */
export function focusListRow(): boolean {
  const row = document.querySelector("[data-feedback-id][tabindex='0']");
  if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  return row !== null;
}
