/** The button of a popover that is open, or that opens as soon as its code is loaded. */
const OPEN_POPOVER = "[aria-haspopup][aria-expanded=true]";

/** Whether the key belongs to the browser, a text field, a dialog, or a popover that is opening. */
export function isIgnored(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey) return true;
  if (document.querySelector(OPEN_POPOVER)) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest(
    "input:not([type=checkbox]), textarea, select, dialog, [role=dialog]",
  );
  return field !== null || target.isContentEditable;
}
