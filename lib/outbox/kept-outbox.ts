import { createObservable } from "../observable.ts";
import type { BrowserLog } from "./browser-log.ts";
import type { Obstacle, SendFailure } from "./outbox.ts";

/** What one person wrote or changed and the server hasn't confirmed. */
export interface Kept {
  id: string;
  /** Epoch milliseconds. */
  madeAt: number;
  /** Why the server rejected it, so that it isn't sent again; null before that. */
  problem: string | null;
}

interface KeptState<Entry> {
  /** Oldest first. */
  entries: readonly Entry[];
  /** Whether the browser couldn't store one of them, so that closing the tab would lose it. */
  onlyInMemory: boolean;
  /** Why they couldn't be sent last time; null when nothing is in the way. */
  obstacle: Obstacle | null;
}

export type KeptOutbox<Entry extends Kept> = ReturnType<typeof openKeptOutbox<Entry>>;

/**
 * Keeps entries in the browser and sends them one by one, in order, until the server has them. Sending one again must
 * have no further effect.
 * @param options.send throws if the entry wasn't saved
 * @param options.replaces whether an entry takes the place of an earlier one
 * @param options.exclusive runs `work` while no other tab does
 */
export function openKeptOutbox<Entry extends Kept>(options: {
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
  } = createObservable<KeptState<Entry>>({
    entries: log.list(),
    onlyInMemory: false,
    obstacle: null,
  });
  let isSending = false;

  const update = (change: Partial<KeptState<Entry>> = {}) => {
    const entries = log.list();
    const onlyInMemory = change.onlyInMemory ?? state().onlyInMemory;
    set({ ...state(), ...change, entries, onlyInMemory: onlyInMemory && entries.length > 0 });
  };
  const put = (entry: Entry, replaced: string[], change: Partial<KeptState<Entry>> = {}) => {
    log.remove(new Set(replaced));
    update(log.append(entry) ? change : { ...change, onlyInMemory: true });
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
    update({ obstacle: null });
  };
  const reject = (entry: Entry, problem: string) => {
    // While it was sent, another one may have replaced it.
    if (!log.list().some(({ id }) => id === entry.id)) return;
    put({ ...entry, problem }, [entry.id], { obstacle: null });
  };
  const sendAll = async () => {
    const next = () => log.list().find(({ problem }) => problem === null);
    for (let entry = next(); entry; entry = next()) {
      try {
        await send(entry);
        remove(entry.id);
      } catch (error) {
        const failure = failureOf(error);
        if (failure !== "invalid") {
          return update({ obstacle: failure === "unreachable" ? "offline" : failure });
        }
        reject(entry, error instanceof Error ? error.message : "");
      }
    }
    // Another tab may have sent the last ones.
    update({ obstacle: null });
  };
  return {
    /** Keeps an entry, in place of an earlier one that it replaces. */
    add,
    remove,
    /** Sends what waits, unless that is under way. */
    flush: async () => {
      if (isSending) return;
      isSending = true;
      await exclusive(sendAll).finally(() => {
        isSending = false;
      });
    },
    /** Reads what other tabs did. */
    reload: () => update(),
    owns: log.owns,
    state,
    subscribe,
  };
}
