"use client";

import { useSyncExternalStore } from "react";
import type { ListLayout } from "../../lib/contract/api/views.ts";
import { savePreference } from "../app/cookie.ts";
import { LAYOUT_COOKIE, layoutOf, layoutWords } from "../app/list-layout.ts";

/** Shows the list with a layout. */
export function showLayout(layout: ListLayout): void {
  document.documentElement.dataset.list = layoutWords(layout);
}

/** Keeps the person's layout, in this browser, for lists without a layout of their own. */
export function keepLayout(layout: ListLayout): void {
  savePreference(LAYOUT_COOKIE, layoutWords(layout));
}

/** Returns the layout that the person last kept. */
export function keptLayout(): ListLayout {
  const [, value] = document.cookie.match(new RegExp(`(?:^|; )${LAYOUT_COOKIE}=([^;]*)`)) ?? [];
  return layoutOf(value && decodeURIComponent(value));
}

/** Returns the words of the layout that the list has now; null in the server's HTML, which doesn't know. */
export function useShownLayout(): string | null {
  return useSyncExternalStore<string | null>(
    subscribe,
    () => layoutWords(layoutOf(document.documentElement.dataset.list)),
    () => null,
  );
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-list"] });
  return () => observer.disconnect();
}
