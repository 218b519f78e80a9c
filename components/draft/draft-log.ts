import { DRAFT } from "../../lib/contract/api/limits.ts";
import type { LogStorage } from "../../lib/outbox/browser-log.ts";
import { DRAFT_PREFIX, keysOf } from "../../lib/outbox/stored-keys.ts";
import { createStorageWithFallback } from "./storage-with-fallback.ts";

/** A browser's record of a draft, without its content. */
export interface BrowserDraft {
  /** See `draftIdOf`. */
  id: string;
  /** IDs of the selected items. */
  selection: string[];
  /** When it was changed last, here or elsewhere, in epoch milliseconds. */
  at: number;
  /** A new ID for each change. */
  revision: string;
  /** The last revision that the server confirmed; null for none. */
  base: string | null;
  /** Revisions that were sent after `base` and not answered yet. */
  sent: string[];
  /** When the server confirmed `base`, by this browser's clock. */
  savedAt: number;
  /** Whether its jobs were created, or it was discarded. Its deletion on the server isn't confirmed yet. */
  isOver: boolean;
  /** Why the server rejected it, so that it isn't sent again; null if it didn't. */
  problem: string | null;
}

/** The problem of a draft that was changed or finished elsewhere. */
export const CHANGED_ELSEWHERE = "changed elsewhere";

/** Prefix of the keys of drafts' contents. They are apart from the list, which is read more often. */
const CONTENT_PREFIX = "errata-draft-content:";

export type DraftLog = ReturnType<typeof createDraftLog>;

/**
 * Keeps a person's drafts of a project in the browser, for all of its tabs. If the storage is full, drafts that the
 * server has are removed, oldest first; if that isn't enough, a draft is kept in this tab alone.
 * @param storage null where the browser offers none
 */
export function createDraftLog(
  storage: LogStorage | null,
  [personId, projectId]: [personId: string, projectId: string],
) {
  const texts = createStorageWithFallback(storage);
  const own = `${encodeURIComponent(personId)}:${encodeURIComponent(projectId)}:`;
  const keyOf = (id: string) => `${DRAFT_PREFIX}${own}${id}`;
  const contentKey = (id: string) => `${CONTENT_PREFIX}${own}${id}`;
  const find = (id: string) => parseDraft(texts.get(keyOf(id)));
  const list = (): BrowserDraft[] =>
    texts
      .keys(keyOf(""))
      .flatMap((key) => parseDraft(texts.get(key)) ?? [])
      .sort((one, other) => other.at - one.at || (one.id < other.id ? -1 : 1));
  const remove = (id: string): void => {
    texts.remove(keyOf(id));
    texts.remove(contentKey(id));
  };
  /** Makes room. @returns whether there was something to remove */
  const removeOldest = (except: string): boolean => {
    const oldest = list().findLast((draft) => isSaved(draft) && draft.id !== except);
    if (oldest) remove(oldest.id);
    return oldest !== undefined;
  };
  const set = (key: string, text: string, id: string): void =>
    texts.set(key, text, () => removeOldest(id));
  return {
    list,
    find,
    remove,
    content: (id: string): string | null => texts.get(contentKey(id)),
    /** Stores a draft, with its content if that changed. */
    put: (draft: BrowserDraft, content?: string): void => {
      // Mark the draft as unsaved before its content changes.
      set(keyOf(draft.id), JSON.stringify(draft), draft.id);
      if (content !== undefined) set(contentKey(draft.id), content, draft.id);
      const saved = list().filter(isSaved);
      for (const { id } of saved.slice(DRAFT.kept)) remove(id);
    },
    /** Updates what is known about a draft, if it still exists. */
    update: (id: string, change: (draft: BrowserDraft) => BrowserDraft): void => {
      const draft = find(id);
      if (draft) set(keyOf(id), JSON.stringify(change(draft)), id);
    },
    isInMemory: (id: string): boolean => texts.isInMemory(contentKey(id)),
    /** Whether a storage key belongs to this log. */
    owns: (key: string | null): boolean =>
      key === null || key.startsWith(keyOf("")) || key.startsWith(contentKey("")),
  };
}

/** Whether the server has what the browser has. */
export function isSaved({ revision, base, isOver }: BrowserDraft): boolean {
  return revision === base && !isOver;
}

/** Deletes the drafts that the server has, of all people, so that the next person to sign in doesn't have them. */
export function forgetSavedDrafts(storage: LogStorage | null): void {
  for (const key of keysOf(storage).filter((each) => each.startsWith(DRAFT_PREFIX))) {
    const draft = parseDraft(storage?.getItem(key) ?? null);
    if (draft && !isSaved(draft)) continue;
    storage?.removeItem(key);
    storage?.removeItem(CONTENT_PREFIX + key.slice(DRAFT_PREFIX.length));
  }
}

function parseDraft(text: string | null): BrowserDraft | null {
  try {
    const value: Partial<BrowserDraft> | null = JSON.parse(text ?? "null");
    return value !== null && isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

function isDraft(value: Partial<BrowserDraft>): value is BrowserDraft {
  const { id, selection, at, revision, sent } = value;
  return (
    typeof id === "string" &&
    Array.isArray(selection) &&
    Array.isArray(sent) &&
    typeof at === "number" &&
    typeof revision === "string"
  );
}
