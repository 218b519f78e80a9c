import { newToken } from "../../lib/prompt/fence.ts";
import type { DraftSession } from "./draft-session.ts";

/** Drafts that are kept for each project; the oldest gives way. */
const MOST = 20;

/** A draft that waits for its person. */
export interface KeptDraft {
  /** Entries that it is about. */
  selection: string[];
  /** When it was changed last, epoch milliseconds. */
  at: number;
}

interface Listed extends KeptDraft {
  id: string;
}

/** What keeps texts: a browser's storage, of which a page may be refused the use. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Drafts of a project that outlive a reload, by their selection. They have what a person typed and
 * the draft it was typed into, in which readers' addresses do not stand. What does not fit, or
 * cannot be read any more, is not kept: no draft is worse for it than it was before the reload.
 */
export function savedDrafts(shelf: Shelf | null, projectId: string) {
  const place = `errata-drafts:${projectId}`;
  const textOf = (id: string) => `errata-draft:${id}`;

  const list = (): Listed[] => {
    const listed = parsed(shelf?.getItem(place));
    return Array.isArray(listed) ? listed.filter(isListed) : [];
  };
  const put = (listed: Listed[]): void => {
    for (const { id } of listed.slice(MOST)) shelf?.removeItem(textOf(id));
    shelf?.setItem(place, JSON.stringify(listed.slice(0, MOST)));
  };
  const find = (selection: readonly string[]) =>
    list().find((listed) => isSame(listed.selection, selection));

  const remove = (selection: readonly string[]): void => {
    const found = find(selection);
    if (!found) return;
    shelf?.removeItem(textOf(found.id));
    put(list().filter(({ id }) => id !== found.id));
  };

  return {
    /** The work on exactly these entries. */
    read: (selection: readonly string[]): DraftSession | null => {
      const found = find(selection);
      return found ? workOf(parsed(shelf?.getItem(textOf(found.id)))) : null;
    },

    /** Keeps it as the newest; where there is no room, older ones give way. */
    write: (selection: readonly string[], work: DraftSession, at: number): void => {
      const listed = list();
      const id = find(selection)?.id ?? newToken();
      const others = listed.filter((each) => each.id !== id);
      const text = JSON.stringify(plain(work));
      for (;;) {
        try {
          put([{ id, selection: [...selection], at }, ...others]);
          shelf?.setItem(textOf(id), text);
          return;
        } catch {
          const oldest = others.pop();
          shelf?.removeItem(textOf(oldest?.id ?? id));
          if (oldest) continue;
          remove(selection);
          return;
        }
      }
    },

    remove,

    /** Drafts of other selections, the newest first. */
    others: (selection: readonly string[]): KeptDraft[] =>
      list().filter((listed) => !isSame(listed.selection, selection)),
  };
}

export type SavedDrafts = ReturnType<typeof savedDrafts>;

/** Nothing of who leaves is there for who comes next in this tab. */
export function forgetDrafts(): void {
  const shelf = tabShelf();
  for (const name of Object.keys(shelf ?? {})) {
    if (name.startsWith("errata-draft")) shelf?.removeItem(name);
  }
}

/** The storage of this tab; null where the browser keeps it from the page. */
export function tabShelf(): Shelf | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function plain({ scope, parts, left, template, created }: DraftSession) {
  return {
    scope,
    parts: [...parts],
    left: [...left],
    template,
    created: [...created],
  };
}

type Plain = ReturnType<typeof plain>;

function workOf(kept: unknown): DraftSession | null {
  const { scope, parts, left, template, created } = (kept ?? {}) as Partial<Plain>;
  if (!Array.isArray(parts) || !Array.isArray(left) || !Array.isArray(created)) return null;
  const work = { scope: scope ?? null, template: template ?? null };
  return { ...work, parts: new Map(parts), left: new Map(left), created: new Map(created) };
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isListed(value: unknown): value is Listed {
  const { id, selection, at } = (value ?? {}) as Partial<Listed>;
  return typeof id === "string" && Array.isArray(selection) && typeof at === "number";
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(one);
  return ids.size === other.length && other.every((id) => ids.has(id));
}
