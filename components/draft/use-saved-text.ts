"use client";

import { useSyncExternalStore } from "react";
import { tabStorage } from "./draft-storage.ts";

/** Texts that were typed on this page, for browsers that block storage. */
const typed = new Map<string, string | null>();
const listeners = new Set<() => void>();

/**
 * Unsaved text of a form, kept in this tab across reloads and pages until it is set to null.
 * @param name of the form, unique in Errata
 */
export function useSavedText(name: string): [string | null, (text: string | null) => void] {
  // With this prefix, signing out deletes it.
  const key = `errata-draft-text:${name}`;
  const read = () => (typed.has(key) ? (typed.get(key) ?? null) : storedText(key));
  const text = useSyncExternalStore(subscribe, read, () => null);
  const save = (next: string | null) => {
    typed.set(key, next);
    storeText(key, next);
    for (const notify of listeners) notify();
  };
  return [text, save];
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

function storedText(key: string): string | null {
  return tabStorage()?.getItem(key) ?? null;
}

function storeText(key: string, text: string | null): void {
  try {
    if (text === null) tabStorage()?.removeItem(key);
    else tabStorage()?.setItem(key, text);
  } catch {
    // Storage is full: the text lasts as long as the page.
  }
}
