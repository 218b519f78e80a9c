import { newToken } from "../../lib/text/token.ts";
import { type ListedDraft, parseDraftList, parseStored, type SavedDraft } from "./draft-list.ts";
import type { DraftSession } from "./draft-session.ts";
import { type DraftStorage, draftListKey, tabStorage } from "./draft-storage.ts";

/** Drafts kept per project; the oldest is deleted first. */
const MAX_DRAFTS = 20;

/**
 * Stores a project's drafts by selection, so that they survive a reload. Drafts contain no readers'
 * email addresses. Ignores drafts that don't fit or can't be read.
 */
export function savedDrafts(storage: DraftStorage | null, projectId: string) {
  const listKey = draftListKey(projectId);
  const draftKey = (id: string) => `errata-draft:${id}`;

  const list = (): ListedDraft[] => parseDraftList(storage?.getItem(listKey));
  const put = (listed: ListedDraft[]): void => {
    for (const { id } of listed.slice(MAX_DRAFTS)) storage?.removeItem(draftKey(id));
    storage?.setItem(listKey, JSON.stringify(listed.slice(0, MAX_DRAFTS)));
  };
  const find = (selection: readonly string[]) =>
    list().find((listed) => isSame(listed.selection, selection));

  const remove = (selection: readonly string[]): void => {
    const found = find(selection);
    if (!found) return;
    storage?.removeItem(draftKey(found.id));
    put(list().filter(({ id }) => id !== found.id));
  };

  return {
    /** Returns the session for exactly this selection. */
    read: (selection: readonly string[]): DraftSession | null => {
      const found = find(selection);
      return found ? sessionOf(parseStored(storage?.getItem(draftKey(found.id)))) : null;
    },

    /** Stores a draft as the newest, deleting older ones if there is no room. */
    write: (selection: readonly string[], session: DraftSession, at: number): void => {
      const listed = list();
      const id = find(selection)?.id ?? newToken();
      const others = listed.filter((each) => each.id !== id);
      const text = JSON.stringify(serializable(session));
      for (;;) {
        try {
          put([{ id, selection: [...selection], at }, ...others]);
          storage?.setItem(draftKey(id), text);
          return;
        } catch {
          const oldest = others.pop();
          storage?.removeItem(draftKey(oldest?.id ?? id));
          if (oldest) continue;
          remove(selection);
          return;
        }
      }
    },

    remove,

    /** Returns drafts of other selections, newest first. */
    others: (selection: readonly string[]): SavedDraft[] =>
      list().filter((listed) => !isSame(listed.selection, selection)),
  };
}

export type SavedDrafts = ReturnType<typeof savedDrafts>;

/** Deletes all drafts in this tab, so that the next person to sign in doesn't see them. */
export function forgetDrafts(): void {
  const storage = tabStorage();
  for (const name of Object.keys(storage ?? {})) {
    if (name.startsWith("errata-draft")) storage?.removeItem(name);
  }
}

function serializable({ scope, prompts, excluded, template, created }: DraftSession) {
  return {
    scope,
    prompts: [...prompts],
    excluded: [...excluded],
    template,
    created: [...created],
  };
}

type Serialized = ReturnType<typeof serializable>;

function sessionOf(stored: unknown): DraftSession | null {
  const { scope, prompts, excluded, template, created } = (stored ?? {}) as Partial<Serialized>;
  if (!Array.isArray(prompts) || !Array.isArray(excluded) || !Array.isArray(created)) return null;
  const session = { scope: scope ?? null, template: template ?? null };
  return {
    ...session,
    prompts: new Map(prompts),
    excluded: new Map(excluded),
    created: new Map(created),
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(one);
  return ids.size === other.length && other.every((id) => ids.has(id));
}
