import { newToken } from "../../lib/text/token.ts";
import { type DraftSession, intentOf, type JobRequest, type PromptDraft } from "./draft-session.ts";
import { type DraftStorage, draftListKey, tabStorage } from "./draft-storage.ts";

/** Drafts kept per project; the oldest is deleted first. */
const MAX_DRAFTS = 20;

/** An unfinished draft. */
interface SavedDraft {
  /** Feedback IDs. */
  selection: string[];
  /** Last change, in epoch milliseconds. */
  at: number;
}

/** A draft and the key of its content. */
interface ListedDraft extends SavedDraft {
  id: string;
}

/** Returns the drafts of a stored list, newest first. */
export function parseDraftList(text: string | null | undefined): ListedDraft[] {
  const listed: Partial<ListedDraft>[] | null = parseStored(text);
  return Array.isArray(listed) ? listed.filter((each) => each !== null).filter(isListed) : [];
}

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

function serializable(session: DraftSession) {
  const { split, scope, template, batchId } = session;
  return {
    ...{ split, scope, template, batchId },
    prompts: [...session.prompts],
    excluded: [...session.excluded],
    skipped: [...session.skipped],
    created: [...session.created],
  };
}

/** A stored session. Those of earlier versions have a request as the intent, and a whole job where its ID is now. */
type Stored = Partial<Omit<ReturnType<typeof serializable>, "prompts" | "created">> & {
  prompts?: [string | null, Omit<PromptDraft, "intent"> & { intent: StoredIntent }][];
  created?: [string, string | null | { id: string }][];
};
type StoredIntent = PromptDraft["intent"] | JobRequest;

function sessionOf(stored: Stored | null): DraftSession | null {
  const { scope = null, template = null, batchId = null, skipped = [] } = stored ?? {};
  const { prompts, excluded, created } = stored ?? {};
  if (!Array.isArray(prompts) || !Array.isArray(excluded) || !Array.isArray(created)) return null;
  return {
    // Earlier versions had no choice but these.
    split: stored?.split === undefined ? (scope === null ? "none" : "page") : stored.split,
    ...{ scope, template, batchId },
    prompts: new Map(
      prompts.map(([key, { intent, ...rest }]) => [
        key,
        { ...rest, intent: intentFrom(intent, rest, template) },
      ]),
    ),
    excluded: new Map(excluded),
    skipped: new Set(skipped),
    created: new Map(
      created.map(([key, job]) => [key, typeof job === "object" ? (job?.id ?? null) : job]),
    ),
  };
}

function intentFrom(
  stored: StoredIntent,
  draft: Pick<PromptDraft, "edited">,
  template: string | null,
): PromptDraft["intent"] {
  if (stored === null || "choices" in stored) return stored;
  const { intentKey, feedbackIds } = stored;
  return { ...intentOf({ ...draft, intent: null }, feedbackIds, template), intentKey };
}

/** Parses JSON from the browser's storage; null if it can't be read. */
function parseStored(text: string | null | undefined) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isListed(value: Partial<ListedDraft>): value is ListedDraft {
  const { id, selection, at } = value;
  return typeof id === "string" && Array.isArray(selection) && typeof at === "number";
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(one);
  return ids.size === other.length && other.every((id) => ids.has(id));
}
