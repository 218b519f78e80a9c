import { serializeInboxAddress } from "../../../lib/filters/feedback-filters.ts";

/**
 * Lets a row be opened in a new tab, with Ctrl, Cmd, the middle button, or the context menu. A row isn't
 * a link itself: text in links can't be selected, and every row would have another element.
 */
export function enableRowLinks(): void {
  // Before React's listeners, which would open the item in this tab.
  addEventListener("click", openInNewTab, true);
  addEventListener("auxclick", openInNewTab, true);
  addEventListener("mousedown", preventScrolling, true);
  addEventListener("pointerdown", offerInContextMenu, true);
}

function openInNewTab(event: MouseEvent): void {
  const row = rowOf(event);
  if (!row || !(event.button === 1 || (event.button === 0 && hasModifier(event)))) return;
  event.preventDefault();
  event.stopPropagation();
  // The browser opens what is clicked with a modifier in a new tab, behind this one.
  linkTo(row).dispatchEvent(new MouseEvent("click", { ctrlKey: true, metaKey: true }));
}

/** Some browsers scroll while the middle button is down. */
function preventScrolling(event: MouseEvent): void {
  if (event.button === 1 && rowOf(event)) event.preventDefault();
}

/** Covers the row with a link until the context menu is there. */
function offerInContextMenu(event: PointerEvent): void {
  const row = rowOf(event);
  const isMenu = event.button === 2 || (event.ctrlKey && isMac());
  if (!row || !isMenu || event.pointerType === "touch" || hasSelectedText()) return;
  const link = linkTo(row);
  const { left, top, width, height } = row.getBoundingClientRect();
  const size = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
  Object.assign(link.style, { position: "fixed", zIndex: "50", ...size });
  link.ariaHidden = "true";
  link.tabIndex = -1;
  document.body.append(link);
  const remove = () => link.remove();
  addEventListener("contextmenu", () => setTimeout(remove), { once: true });
  addEventListener("pointerup", () => setTimeout(remove, 100), { once: true });
}

/** Returns the row under the pointer; null on its controls, which have their own clicks. */
function rowOf({ target }: Event): HTMLElement | null {
  if (!(target instanceof Element) || target.closest("a, button, .list-select")) return null;
  return target.closest<HTMLElement>("[data-feedback-id]");
}

function linkTo({ dataset }: HTMLElement): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href =
    location.pathname + serializeInboxAddress({ open: dataset.feedbackId }, location.search);
  return link;
}

function hasModifier({ ctrlKey, metaKey }: MouseEvent): boolean {
  return ctrlKey || metaKey;
}

/** On a Mac, a click with Ctrl opens the context menu. */
function isMac(): boolean {
  return navigator.userAgent.includes("Mac OS");
}

function hasSelectedText(): boolean {
  return getSelection()?.isCollapsed === false;
}
