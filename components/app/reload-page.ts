/** Dispatched on the window before Errata reloads the page, so that the page can keep its state. */
export const BEFORE_RELOAD = "errata-before-reload";

/** Reloads the page. The URL, drafts, unsaved decisions, and the selection are kept. */
export function reloadPage(): void {
  dispatchEvent(new Event(BEFORE_RELOAD));
  location.reload();
}
