// Its own file, because every page with a sign-out button loads it.
import { browserStorage } from "../app/browser-storage.ts";
import { forgetSavedDrafts } from "./draft-log.ts";
import { tabStorage } from "./draft-storage.ts";

const flushes: (() => Promise<void>)[] = [];

/** Registers `flush`, which saves drafts, to run before someone signs out. */
export function flushBeforeSignOut(flush: () => Promise<void>): void {
  flushes.push(flush);
}

/** Saves this page's drafts, if the server can be reached. */
export async function flushDrafts(): Promise<void> {
  await Promise.all(flushes.map((flush) => flush()));
}

/**
 * Deletes this tab's typed text and the drafts that the server has, so that the next person to sign in doesn't see them.
 * A draft that isn't saved stays, visible to its author alone.
 */
export function forgetDrafts(): void {
  forgetSavedDrafts(browserStorage());
  const storage = tabStorage();
  for (const name of Object.keys(storage ?? {})) {
    if (name.startsWith("errata-draft")) storage?.removeItem(name);
  }
}
