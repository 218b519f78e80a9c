import { createObservable } from "../observable.ts";
import type { BrowserLog, LogEntry } from "./browser-log.ts";

/** Why entries aren't getting through; null while they are. */
export type Obstacle = "offline" | "signed_out" | "disk_full" | "denied";

/** The state of an outbox. A new object for each change. */
export interface OutboxState<Entry> {
  /** All entries, oldest first: waiting ones, and rejected ones that are kept. */
  entries: readonly Entry[];
  /** Entries that the server hasn't answered, oldest first. */
  waiting: readonly Entry[];
  /** Confirmed entries that the lists on screen may not include yet. */
  confirmed: readonly (Entry & { confirmedAt: number })[];
  /** Number of rejected entries: all that are kept, or those since the last entry was added. */
  rejected: number;
  obstacle: Obstacle | null;
  /** The server's message for the obstacle "denied". */
  reason: string | null;
  /** True when the browser couldn't store an entry: closing the tab would lose it. */
  onlyInMemory: boolean;
}

/**
 * Why entries weren't saved. "denied" is about the person, the session, or the address; "invalid" is about the
 * content, so sending it again can't help.
 */
export type SendFailure = "unreachable" | "signed_out" | "disk_full" | "denied" | "invalid";

type Rejection = { id: string; outcome: "rejected"; message: string };

export interface OutboxOptions<Entry extends LogEntry, Applied extends Confirmation> {
  log: BrowserLog<Entry>;
  /**
   * Sends entries in order. Sending one again must have no further effect.
   * @returns the verdict on each; those without one are sent again
   */
  send(entries: readonly Entry[]): Promise<readonly (Applied | Rejection)[]>;
  /** Returns which of the waiting entries go into the next request. */
  batchOf(waiting: readonly Entry[]): readonly Entry[];
  failureOf(error: unknown): SendFailure;
  /** Runs `work` while no other tab does. */
  exclusive(work: () => Promise<void>): Promise<void>;
  /**
   * Which entries are kept after the server's answer: confirmed ones until they are forgotten, or rejected ones, with
   * the reason, until they are removed.
   */
  keeps: "confirmed" | "rejected";
  /** Whether an entry takes the place of an earlier one. */
  replaces?(entry: Entry, earlier: Entry): boolean;
  /** Called once the server has applied or rejected an entry. */
  onSettled?(entry: Entry, verdict: Applied | Rejection): void;
  /** The current time in epoch milliseconds. */
  now?(): number;
  /** Resolves after this many milliseconds. */
  delay?(milliseconds: number): Promise<void>;
}

/** The server's confirmation of an entry. */
export interface Confirmation {
  id: string;
  outcome: "applied";
}

export interface Outbox<Entry> {
  /** Stores an entry, in place of earlier ones that it replaces, and sends it as soon as possible. */
  add(entry: Entry): void;
  /** Sends the waiting entries, including those added meanwhile. @returns once none are left, or an obstacle appears */
  flush(): Promise<void>;
  /** Sends again now instead of after a wait: the network is back, or someone may have signed in. */
  wake(): void;
  /** Reads the log again after another tab changed it. */
  reload(): void;
  /** Removes an entry, such as a rejected one. */
  remove(id: string): void;
  /** Forgets confirmed entries that the lists on screen show by now. */
  forget(entries: readonly { id: string }[]): void;
  owns: BrowserLog<LogEntry>["owns"];
  state(): OutboxState<Entry>;
  subscribe(listener: () => void): () => void;
}

/** Nothing is in the way. */
export const NO_OBSTACLE = { obstacle: null, reason: null } as const;
/** Milliseconds between attempts while an obstacle lasts. */
const FIRST_GAP_MS = 500;
const LONGEST_GAP_MS = 30_000;

/**
 * Creates the outbox of a log: entries are stored in the browser the moment they are made, sent in order, and kept
 * until the server confirms or rejects them. Tabs share the log, and one of them sends at a time.
 */
export function createOutbox<Entry extends LogEntry, Applied extends Confirmation>(
  options: OutboxOptions<Entry, Applied>,
): Outbox<Entry> {
  const { log, exclusive, batchOf, delay = sleep } = options;
  const { conclude, update, ...ledger } = openLedger(options);
  const { state } = ledger;
  const sendBatch = createSender(options, conclude);
  let isSending = false;
  let sent = Promise.resolve();
  const pause = createPause(delay, () => void flush());

  const sendAll = async (): Promise<void> => {
    update(NO_OBSTACLE);
    while (state().waiting.length > 0) {
      const hindrance = await sendBatch(batchOf(state().waiting));
      if (hindrance) return update(hindrance);
      pause.shorten();
    }
  };
  const sendWaiting = async (): Promise<void> => {
    try {
      // An entry that was added while this tab released the lock would not be sent by another tab.
      do await exclusive(sendAll);
      while (state().obstacle === null && waitingIn(log).length > 0);
    } catch (error) {
      update(hindranceOf("unreachable", ""));
      reportError(error);
    } finally {
      isSending = false;
      if (state().obstacle !== "signed_out") sendLater();
    }
  };
  const flush = async (): Promise<void> => {
    pause.end();
    if (!isSending && waitingIn(log).length > 0) {
      isSending = true;
      sent = sendWaiting();
    }
    await sent;
  };
  const sendLater = (): void => {
    if (!isSending && waitingIn(log).length > 0) pause.start();
  };
  return {
    ...ledger,
    add: (entry) => {
      ledger.add(entry);
      if (!pause.isOn()) void flush();
    },
    flush,
    wake: () => {
      pause.shorten();
      void flush();
    },
    reload: () => {
      ledger.reload();
      // Other tabs may close before they send.
      if (state().obstacle !== "signed_out") sendLater();
    },
  };
}

/** The wait before entries are sent again, longer each time. Other tabs can send meanwhile. */
function createPause(delay: (milliseconds: number) => Promise<void>, resume: () => void) {
  let current: Promise<void> | null = null;
  let gap = FIRST_GAP_MS;
  return {
    isOn: () => current !== null,
    start: () => {
      if (current) return;
      const started = delay(gap);
      gap = Math.min(gap * 2, LONGEST_GAP_MS);
      current = started;
      void started.then(() => {
        if (current === started) resume();
      });
    },
    end: () => {
      current = null;
    },
    /** Starts over with the shortest wait. */
    shorten: () => {
      gap = FIRST_GAP_MS;
    },
  };
}

/** Returns the obstacle, with the server's message if the person can do something about it. */
type Hindrance = Pick<OutboxState<unknown>, "obstacle" | "reason">;

function hindranceOf(failure: Exclude<SendFailure, "invalid">, message: string): Hindrance {
  return {
    obstacle: failure === "unreachable" ? "offline" : failure,
    reason: failure === "denied" ? message : null,
  };
}

/** @returns a function that sends entries, settles them, and returns the obstacle, if any */
function createSender<Entry extends LogEntry, Applied extends Confirmation>(
  { send, failureOf, onSettled }: OutboxOptions<Entry, Applied>,
  conclude: (applied: readonly Entry[], rejected: readonly Entry[]) => void,
) {
  /** @returns whether an entry has a verdict */
  const settle = (batch: readonly Entry[], verdicts: readonly (Applied | Rejection)[]): boolean => {
    const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
    const applied: Entry[] = [];
    const rejected: Entry[] = [];
    for (const entry of batch) {
      const verdict = byId.get(entry.id);
      if (verdict?.outcome === "applied") applied.push(entry);
      if (verdict?.outcome === "rejected") rejected.push({ ...entry, problem: verdict.message });
    }
    conclude(applied, rejected);
    for (const entry of batch) {
      const verdict = byId.get(entry.id);
      try {
        if (verdict) onSettled?.(entry, verdict);
      } catch (error) {
        // An error in the page says nothing about the server.
        reportError(error);
      }
    }
    return applied.length + rejected.length > 0;
  };
  const sendBatch = async (batch: readonly Entry[]): Promise<Hindrance | null> => {
    let verdicts: readonly (Applied | Rejection)[];
    try {
      verdicts = await send(batch);
    } catch (error) {
      const failure = failureOf(error);
      const message = error instanceof Error ? error.message : "";
      if (failure !== "invalid") return hindranceOf(failure, message);
      if (batch.length > 1) return sendEach(batch);
      verdicts = batch.map(({ id }) => ({ id, outcome: "rejected", message }));
    }
    return settle(batch, verdicts) ? null : hindranceOf("unreachable", "");
  };
  /** Only the server can tell which one is invalid; the others must not be rejected with it. */
  const sendEach = async (batch: readonly Entry[]): Promise<Hindrance | null> => {
    for (const entry of batch) {
      const hindrance = await sendBatch([entry]);
      if (hindrance) return hindrance;
    }
    return null;
  };
  return sendBatch;
}

/** Opens the log and keeps the state that the page sees. */
function openLedger<Entry extends LogEntry, Applied extends Confirmation>(
  options: OutboxOptions<Entry, Applied>,
) {
  const { log, keeps, now = Date.now, replaces } = options;
  const remembers = keeps === "confirmed";
  const read = () => {
    const entries = log.list();
    const waiting = entries.filter(isWaiting);
    const kept = entries.length - waiting.length;
    return {
      entries,
      waiting,
      onlyInMemory: log.holdsInMemory(),
      ...(!remembers && { rejected: kept }),
    };
  };
  const {
    value: state,
    set,
    subscribe,
  } = createObservable<OutboxState<Entry>>({
    confirmed: [],
    rejected: 0,
    ...NO_OBSTACLE,
    ...read(),
  });
  const update = (change: Partial<OutboxState<Entry>> = {}): void =>
    set({ ...state(), ...change, ...read() });
  const confirmedWith = (entries: readonly Entry[]) => {
    const confirmedAt = now();
    const added = remembers ? entries.map((entry) => ({ ...entry, confirmedAt })) : [];
    return [...state().confirmed, ...added];
  };
  const remove = (ids: Iterable<string>): void => log.remove(new Set(ids));

  return {
    state,
    subscribe,
    update,
    owns: log.owns,
    add: (entry: Entry): void => {
      const replaced = replaces ? log.list().filter((earlier) => replaces(entry, earlier)) : [];
      remove(idsOf(replaced));
      log.append(entry);
      update({ rejected: 0 });
    },
    remove: (id: string): void => {
      remove([id]);
      update();
    },
    forget: (entries: readonly { id: string }[]): void => {
      update({ confirmed: without(state().confirmed, entries) });
    },
    reload: (): void => {
      const settled = without(state().waiting, log.list());
      update({ confirmed: confirmedWith(without(settled, state().confirmed)) });
    },
    /** Removes answered entries. */
    conclude: (applied: readonly Entry[], rejected: readonly Entry[]): void => {
      // An entry may have been replaced while it was being sent.
      const stored = new Set(idsOf(log.list()));
      remove(idsOf([...applied, ...rejected]));
      if (!remembers) for (const entry of rejected) if (stored.has(entry.id)) log.append(entry);
      update({
        confirmed: confirmedWith(applied),
        rejected: state().rejected + rejected.length,
        ...NO_OBSTACLE,
      });
    },
  };
}

function waitingIn<Entry extends LogEntry>(log: BrowserLog<Entry>): Entry[] {
  return log.list().filter(isWaiting);
}

function isWaiting({ problem }: LogEntry): boolean {
  return (problem ?? null) === null;
}

function idsOf(entries: readonly { id: string }[]): string[] {
  return entries.map(({ id }) => id);
}

function without<Entry extends { id: string }>(
  entries: readonly Entry[],
  others: readonly { id: string }[],
): Entry[] {
  const ids = new Set(idsOf(others));
  return entries.filter(({ id }) => !ids.has(id));
}

/** Half of the time is left to chance, so that not all tabs send at once when a server is back. */
function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds * (1 - Math.random() / 2)));
}
