import { createObservable } from "../observable.ts";
import type { BrowserLog } from "./browser-log.ts";
import { NO_OBSTACLE, type Obstacle, obstacleOf, type SendFailure } from "./outbox.ts";

/** What one person wrote or changed and the server hasn't confirmed. */
export interface Unsent {
  id: string;
  /** Epoch milliseconds. */
  madeAt: number;
  /** Why the server rejected it, so that it isn't sent again; null before that. */
  problem: string | null;
}

interface UnsentState<Entry> {
  /** Oldest first. */
  entries: readonly Entry[];
  /** Whether the browser couldn't store one of them, so that closing the tab would lose it. */
  onlyInMemory: boolean;
  /** Why they couldn't be sent last time; null when nothing is in the way. */
  obstacle: Obstacle | null;
  /** What the server said of an obstacle "denied". */
  reason: string | null;
}

export type UnsentOutbox<Entry extends Unsent> = ReturnType<typeof createUnsentOutbox<Entry>>;

/**
 * Keeps entries in the browser and sends them one by one, in order, until the server has them. Sending one again must
 * have no further effect.
 * @param options.send throws if the entry wasn't saved
 * @param options.replaces whether an entry takes the place of an earlier one
 * @param options.exclusive runs `work` while no other tab does
 */
export function createUnsentOutbox<Entry extends Unsent>(options: {
  log: BrowserLog<Entry>;
  send: (entry: Entry) => Promise<void>;
  failureOf: (error: unknown) => SendFailure;
  replaces: (entry: Entry, earlier: Entry) => boolean;
  exclusive: (work: () => Promise<void>) => Promise<void>;
}) {
  const { log, send, failureOf, replaces, exclusive } = options;
  const {
    value: state,
    set,
    subscribe,
  } = createObservable<UnsentState<Entry>>({
    entries: log.list(),
    onlyInMemory: false,
    ...NO_OBSTACLE,
  });
  let sending: Promise<void> | null = null;

  const update = (change: Partial<UnsentState<Entry>> = {}) => {
    set({ ...state(), ...change, entries: log.list(), onlyInMemory: log.holdsInMemory() });
  };
  const put = (entry: Entry, replaced: string[], change: Partial<UnsentState<Entry>> = {}) => {
    log.remove(new Set(replaced));
    log.append(entry);
    update(change);
  };
  const add = (entry: Entry) => {
    const replaced = log.list().filter((earlier) => replaces(entry, earlier));
    put(
      entry,
      replaced.map(({ id }) => id),
    );
  };
  const remove = (id: string) => {
    log.remove(new Set([id]));
    update(NO_OBSTACLE);
  };
  const reject = (entry: Entry, problem: string) => {
    // While it was sent, another one may have replaced it.
    if (!log.list().some(({ id }) => id === entry.id)) return;
    put({ ...entry, problem }, [entry.id], NO_OBSTACLE);
  };
  const next = () => log.list().find(({ problem }) => problem === null);
  const sendAll = async () => {
    for (let entry = next(); entry; entry = next()) {
      try {
        await send(entry);
        remove(entry.id);
      } catch (error) {
        const failure = failureOf(error);
        const message = error instanceof Error ? error.message : "";
        if (failure !== "invalid") return update(obstacleOf(failure, message));
        reject(entry, message);
      }
    }
    // Another tab may have sent the last ones.
    update(NO_OBSTACLE);
  };
  const sendWaiting = async () => {
    try {
      // What was added while the lock was given back has nobody else to send it.
      do await exclusive(sendAll);
      while (state().obstacle === null && next());
    } finally {
      sending = null;
    }
  };
  return {
    /** Keeps an entry, in place of an earlier one that it replaces. */
    add,
    remove,
    /** Sends what waits, also what is added meanwhile. */
    flush: () => {
      sending ??= sendWaiting();
      return sending;
    },
    /** Reads what other tabs did. */
    reload: () => update(),
    owns: log.owns,
    state,
    subscribe,
  };
}
