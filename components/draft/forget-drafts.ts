// Apart from the drafts themselves, because every page with a way to sign out loads it.
import { browserStorage } from "../app/browser-storage.ts";
import { forgetSavedDrafts } from "./draft-log.ts";
import { tabStorage } from "./draft-storage.ts";

const flushes: (() => Promise<void>)[] = [];

/** Has `flush` save drafts before someone signs out. */
export function flushBeforeSignOut(flush: () => Promise<void>): void {
  flushes.push(flush);
}

/** Saves the drafts of this page, as far as the server can be reached. */
export async function flushDrafts(): Promise<void> {
  await Promise.all(flushes.map((flush) => flush()));
}

/**
 * Deletes what was typed in this tab, and the drafts that the server has, so that the next person to sign in doesn't see
 * them. A draft that isn't saved stays for its author alone.
 */
export function forgetDrafts(): void {
  forgetSavedDrafts(browserStorage());
  const storage = tabStorage();
  for (const name of Object.keys(storage ?? {})) {
    if (name.startsWith("errata-draft")) storage?.removeItem(name);
  }
}
