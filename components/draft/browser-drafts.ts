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

/** Milliseconds until changes are saved: after the last change, and at most after the first unsaved one. */
const SAVE_AFTER = { last: 1_000, first: 5_000 };

interface Options extends Omit<DraftOutboxOptions, "now" | "changed"> {
  /** Null where the browser offers none. */
  storage: LogStorage | null;
  personId: string;
  projectId: string;
  now?: () => number;
  /** Runs `work` after `ms` milliseconds. */
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
  /** How many of its items weren't deleted. */
  items: number;
  /** IDs of its items; null if only the server knows them. */
  selection: string[] | null;
}

export type BrowserDrafts = ReturnType<typeof createBrowserDrafts>;

/**
 * Keeps a person's unfinished drafts of a project. The browser has each change at once, for all of its tabs, and the
 * server soon after. What was changed here and elsewhere is saved once someone chose which version stays.
 */
export function createBrowserDrafts({ storage, personId, projectId, ...options }: Options) {
  const { now = Date.now, later = setTimeout } = options;
  const log = createDraftLog(storage, [personId, projectId]);
  const { changed, subscribe } = createListeners();
  const outbox = createDraftOutbox(log, { ...options, now, changed });
  const save = createDelay(() => void outbox.flush(), { now, later });
  const put: StoreParts["put"] = (draft, content) => {
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
    /** Why the server rejected a draft; null if it didn't. */
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
          // After a change elsewhere, the person still has to choose a version. Any other problem
          // may have been about an earlier text.
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

/** Changes the browser's drafts, and notifies listeners. */
interface StoreParts {
  log: DraftLog;
  put(draft: BrowserDraft, content?: string): void;
  /** Schedules saving unsaved drafts. */
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
  /** Revisions of drafts that ended in this tab. The server's lists may still have them. */
  const hidden = new Set<string>();
  return {
    /** Returns this browser's drafts, newest first. Returns the same array until a draft changes. */
    list: (): BrowserDraft[] => {
      listed ??= log.list().filter(({ isOver }) => !isOver);
      return listed;
    },
    /**
     * Returns this browser's drafts and those that only the server has, newest first. Drafts whose items were all deleted
     * are left out.
     */
    offered: (answer: readonly ListedDraft[]): OfferedDraft[] => {
      const all = log.list();
      const left = new Map(answer.map((draft) => [draft.id, draft.left]));
      const known = new Set(all.map(({ id }) => id));
      const own = all.flatMap(({ id, selection, at, isOver }) =>
        isOver ? [] : { id, at, selection, items: left.get(id) ?? selection.length },
      );
      const others = answer
        .filter(({ id, revision }) => !known.has(id) && !hidden.has(revision))
        .map(({ id, left: items, savedAt: at }) => ({ id, at, selection: null, items }));
      return [...own, ...others]
        .filter(({ items }) => items > 0)
        .sort((one, other) => other.at - one.at);
    },
    hide: ({ base }: BrowserDraft): void => {
      if (base !== null) hidden.add(base);
    },
  };
}

/** Applies the server's answers to the browser's drafts. */
function followServer({ log, put, save, changed }: StoreParts) {
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
    /** Replaces the browser's copy of a draft with the server's, unless the browser has unsaved changes. */
    adopt: (id: string, { answer, askedAt }: Asked<StoredDraft | null>): void => {
      const own = log.find(id);
      // A version that was saved after the request is newer than the answer.
      if (own && own.savedAt >= askedAt) return;
      if (!own || isSaved(own)) {
        if (!answer) remove(id);
        else if (answer.revision !== own?.revision) take(answer);
      } else if (!own.isOver && isNewToBrowser(own, answer)) {
        put({ ...own, problem: CHANGED_ELSEWHERE });
      }
    },
    /** Removes copies that the server deleted or has in another version, except for the open draft. */
    compare: ({ answer, askedAt }: Asked<readonly ListedDraft[]>, open: string | null): void => {
      const revisions = new Map(answer.map(({ id, revision }) => [id, revision]));
      for (const own of log.list()) {
        const isCurrent = revisions.get(own.id) === own.revision;
        if (isSaved(own) && !isCurrent && own.savedAt < askedAt && own.id !== open) remove(own.id);
      }
    },
    /** Keeps the version from elsewhere. @param theirs null if it was deleted */
    takeTheirs: (id: string, theirs: StoredDraft | null): void =>
      theirs ? take(theirs) : remove(id),
    /** Keeps this browser's version. */
    keepOwn: (id: string, theirs: StoredDraft | null): void => {
      const own = log.find(id);
      if (!own) return;
      put({ ...own, base: theirs?.revision ?? null, sent: [], problem: null });
      save();
    },
  };
}

/** Whether the server's version was written elsewhere. */
function isNewToBrowser(own: BrowserDraft, answer: StoredDraft | null): boolean {
  if (answer === null) return own.base !== null;
  return ![...revisionsOf(own), own.revision].includes(answer.revision);
}

/**
 * Returns a function that parses stored texts into sessions, and returns the same session for the
 * same text.
 */
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

/** Returns a function that schedules `work`, once for changes in quick succession. */
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
