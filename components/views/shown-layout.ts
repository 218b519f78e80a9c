"use client";

import { useSyncExternalStore } from "react";
import type { ListLayout } from "../../lib/contract/api/views.ts";
import { savePreference } from "../app/cookie.ts";
import {
  LAYOUT_COOKIE,
  layoutOf,
  layoutWords,
  VIEW_LAYOUT,
  widthProperties,
} from "../app/list-layout.ts";

/** Shows the list with a layout. */
export function showLayout(layout: ListLayout): void {
  showWidths(layout);
  document.documentElement.dataset.list = layoutWords(layout);
}

/** Shows columns as wide as a layout says, while they are being resized. */
export function showWidths(layout: ListLayout): void {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(widthProperties(layout))) {
    style.setProperty(name, value);
  }
}

/**
 * Shows the list with a layout that the person has chosen. It is kept in this browser, for lists without a layout of
 * their own. An open view with a layout counts as changed instead.
 */
export function chooseLayout(layout: ListLayout): void {
  showLayout(layout);
  if (document.documentElement.hasAttribute(VIEW_LAYOUT)) return;
  savePreference(LAYOUT_COOKIE, layoutWords(layout));
}

/** Shows the layout of the open view, or the person's own without one. */
export function showLayoutOfView(layout: ListLayout | null): void {
  document.documentElement.toggleAttribute(VIEW_LAYOUT, layout !== null);
  showLayout(layout ?? keptLayout());
}

/** Returns the layout that the person last chose for lists without one. */
function keptLayout(): ListLayout {
  const [, value] = document.cookie.match(new RegExp(`(?:^|; )${LAYOUT_COOKIE}=([^;]*)`)) ?? [];
  return layoutOf(value && decodeURIComponent(value));
}

/** Returns the layout that the list has now. */
export function shownLayout(): ListLayout {
  return layoutOf(document.documentElement.dataset.list);
}

/** Returns the words of the layout that the list has now; null in the server's HTML, which doesn't know. */
export function useShownLayout(): string | null {
  return useSyncExternalStore<string | null>(
    subscribe,
    () => layoutWords(shownLayout()),
    () => null,
  );
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-list"] });
  return () => observer.disconnect();
}
