import type { ListedDraft, StoredDraft } from "../../lib/contract/api/drafts.ts";
import type { LogStorage } from "../../lib/outbox/browser-log.ts";
import type { Asked } from "../../lib/queries/drafts.ts";
import { newToken } from "../../lib/text/token.ts";
import { contentOf, sessionOf } from "./draft-content.ts";
import {
  type BrowserDraft,
  CHANGED_ELSEWHERE,
  createDraftLog,
  type DraftLog,
  isSaved,
} from "./draft-log.ts";
import { createDraftOutbox, type DraftOutboxOptions, revisionsOf } from "./draft-outbox.ts";
import { type DraftSession, fingerprint } from "./draft-session.ts";

/** Milliseconds until changes are saved: after the last one, and after the first one at most. */
const SAVE_AFTER = { last: 1_000, first: 5_000 };

interface Options extends Omit<DraftOutboxOptions, "now" | "changed"> {
  /** Null where the browser offers none. */
  storage: LogStorage | null;
  personId: string;
  projectId: string;
  now?: () => number;
  /** Runs work after so many milliseconds. */
  later?: (work: () => void, milliseconds: number) => void;
}

/** Returns the ID of a selection's draft, the same in every browser and whatever the order of the items. */
export function draftIdOf(selection: readonly string[]): string {
  return fingerprint(JSON.stringify(selection.toSorted()));
}

/** A draft to continue. */
export interface OfferedDraft {
  id: string;
  /** Last change, in epoch milliseconds. */
  at: number;
  items: number;
  /** IDs of its items; null if only the server knows them. */
  selection: string[] | null;
}

export type KeptDrafts = ReturnType<typeof createKeptDrafts>;

/**
 * Keeps a person's unfinished drafts of a project. The browser has each change at once, for all of its tabs, and the
 * server soon after. What was changed here and elsewhere is saved once someone chose which version stays.
 */
export function createKeptDrafts({ storage, personId, projectId, ...options }: Options) {
  const { now = Date.now, later = setTimeout } = options;
  const log = createDraftLog(storage, [personId, projectId]);
  const { changed, subscribe } = createListeners();
  const outbox = createDraftOutbox(log, { ...options, now, changed });
  const save = createDelay(() => void outbox.flush(), { now, later });
  const put: Kept["put"] = (draft, content) => {
    log.put(draft, content);
    changed();
  };
  const { of: session, remember } = createSessions(log.content);
  const { list, offered, hide } = createLists(log, subscribe);
  return {
    outbox,
    session,
    list,
    offered,
    subscribe,
    ...followServer({ log, put, save, changed }),
    /** Why the server doesn't take a draft; null if nothing is in the way. */
    problem: (id: string): string | null => log.find(id)?.problem ?? null,
    /** Stores a draft, in the browser at once. */
    write: (selection: readonly string[], written: DraftSession, at = now()): void => {
      const id = draftIdOf(selection);
      const { base = null, sent = [], savedAt = 0, problem = null } = log.find(id) ?? {};
      const content = contentOf(written);
      remember(id, content, written);
      put(
        {
          id,
          selection: [...selection],
          at,
          revision: newToken(),
          base,
          sent,
          savedAt,
          isOver: false,
          // Then a choice is still to be made. Anything else may have been about an earlier text.
          problem: problem === CHANGED_ELSEWHERE ? problem : null,
        },
        content,
      );
      save();
    },
    /** Ends a draft: its jobs were created, or it was discarded. */
    end: (id: string): void => {
      const draft = log.find(id);
      if (!draft) return;
      hide(draft);
      put({ ...draft, isOver: true, revision: newToken(), problem: null }, "");
      void outbox.flush();
    },
    /** Shows what another tab did. @param key of the storage that was changed; null for all of it */
    follow: (key: string | null): void => {
      if (key === null || log.owns(key)) changed();
    },
  };
}

/** What changes drafts of the browser, and says so. */
interface Kept {
  log: DraftLog;
  put(draft: BrowserDraft, content?: string): void;
  /** Saves what isn't, soon. */
  save(): void;
  changed(): void;
}

function createListeners() {
  const listeners = new Set<() => void>();
  return {
    changed: (): void => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Lists drafts to continue. */
function createLists(log: DraftLog, subscribe: (listener: () => void) => void) {
  let listed: BrowserDraft[] | null = null;
  subscribe(() => {
    listed = null;
  });
  /** Revisions of the server's drafts that ended in this tab, which its lists may still have. */
  const hidden = new Set<string>();
  return {
    /** Returns the drafts that this browser has, newest first. The same list until one changes. */
    list: (): BrowserDraft[] => {
      listed ??= log.list().filter(({ isOver }) => !isOver);
      return listed;
    },
    /** Returns these and those that only the server has, newest first. */
    offered: (answer: readonly ListedDraft[]): OfferedDraft[] => {
      const all = log.list();
      const known = new Set(all.map(({ id }) => id));
      const own = all.flatMap(({ id, selection, at, isOver }) =>
        isOver ? [] : { id, at, selection, items: selection.length },
      );
      const others = answer
        .filter(({ id, revision }) => !known.has(id) && !hidden.has(revision))
        .map(({ id, items, savedAt: at }) => ({ id, at, selection: null, items }));
      return [...own, ...others].sort((one, other) => other.at - one.at);
    },
    hide: ({ base }: BrowserDraft): void => {
      if (base !== null) hidden.add(base);
    },
  };
}

/** What the server's answers do to the drafts of the browser. */
function followServer({ log, put, save, changed }: Kept) {
  const remove = (id: string) => {
    log.remove(id);
    changed();
  };
  const take = ({ content, savedAt: at, ...stored }: StoredDraft) =>
    put(
      {
        ...stored,
        at,
        base: stored.revision,
        sent: [],
        savedAt: 0,
        isOver: false,
        problem: null,
      },
      content,
    );
  return {
    /** Takes what the server has of a draft, unless the browser has something that isn't saved. */
    adopt: (id: string, { answer, askedAt }: Asked<StoredDraft | null>): void => {
      const own = log.find(id);
      // What was saved meanwhile is newer than the answer.
      if (own && own.savedAt >= askedAt) return;
      if (!own || isSaved(own)) {
        if (!answer) remove(id);
        else if (answer.revision !== own?.revision) take(answer);
      } else if (!own.isOver && isNewToBrowser(own, answer)) {
        put({ ...own, problem: CHANGED_ELSEWHERE });
      }
    },
    /** Removes what the server doesn't have anymore, or has in another version, except for what someone looks at. */
    compare: ({ answer, askedAt }: Asked<readonly ListedDraft[]>, open: string | null): void => {
      const revisions = new Map(answer.map(({ id, revision }) => [id, revision]));
      for (const own of log.list()) {
        const isCurrent = revisions.get(own.id) === own.revision;
        if (isSaved(own) && !isCurrent && own.savedAt < askedAt && own.id !== open) remove(own.id);
      }
    },
    /** Decides for the version elsewhere. @param theirs null if it was deleted */
    takeTheirs: (id: string, theirs: StoredDraft | null): void =>
      theirs ? take(theirs) : remove(id),
    /** Decides for the version in this browser. */
    keepOwn: (id: string, theirs: StoredDraft | null): void => {
      const own = log.find(id);
      if (!own) return;
      put({ ...own, base: theirs?.revision ?? null, sent: [], problem: null });
      save();
    },
  };
}

/** Whether what the server has came from elsewhere. */
function isNewToBrowser(own: BrowserDraft, answer: StoredDraft | null): boolean {
  if (answer === null) return own.base !== null;
  return ![...revisionsOf(own), own.revision].includes(answer.revision);
}

/** Returns sessions of stored texts, the same one until the text is another. */
function createSessions(content: (id: string) => string | null) {
  const known = new Map<string, { text: string; session: DraftSession | null }>();
  return {
    of: (id: string): DraftSession | null => {
      const text = content(id) ?? "";
      const before = known.get(id);
      if (before?.text === text) return before.session;
      const session = sessionOf(text);
      known.set(id, { text, session });
      return session;
    },
    remember: (id: string, text: string, session: DraftSession): void => {
      known.set(id, { text, session });
    },
  };
}

/** Returns a function that schedules work after a change, once for changes that follow each other. */
function createDelay(
  work: () => void,
  { now, later }: { now: () => number; later: NonNullable<Options["later"]> },
) {
  let first: number | null = null;
  let newest = 0;
  return (): void => {
    first ??= now();
    newest += 1;
    const own = newest;
    const run = () => {
      if (own !== newest) return;
      first = null;
      work();
    };
    later(run, Math.max(0, Math.min(SAVE_AFTER.last, first + SAVE_AFTER.first - now())));
  };
}
