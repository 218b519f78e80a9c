import type { ConfirmedDecision, Decision, DecisionResult } from "../item-fields/decision.ts";
import { createObservable } from "../observable.ts";
import type { DecisionLog } from "./decision-log.ts";

/** Why decisions aren't getting through; null while they are. */
export type Obstacle = "offline" | "signed_out" | "disk_full" | "denied";

/** What the outbox holds. A new object for each change. */
export interface OutboxState {
  /** Decisions that the server hasn't confirmed, oldest first. */
  waiting: readonly Decision[];
  /** Decisions that it confirmed and that the lists on screen may not show yet. */
  confirmed: readonly ConfirmedDecision[];
  /** How many it rejected since the last one was made. */
  rejected: number;
  sending: boolean;
  obstacle: Obstacle | null;
  /** What the server said of an obstacle "denied". */
  reason: string | null;
  /** True when the browser couldn't store a decision: closing the tab would lose it. */
  onlyInMemory: boolean;
}

/**
 * Why something wasn't saved. "denied" is about the person, the session, or the address, and "invalid" about what was
 * sent, so that sending it again can't help.
 */
export type SendFailure = "unreachable" | "signed_out" | "disk_full" | "denied" | "invalid";

export interface OutboxOptions {
  log: DecisionLog;
  /** Sends decisions in order. Applying a decision a second time must have no effect. */
  send(decisions: readonly Decision[]): Promise<DecisionResult[]>;
  failureOf(error: unknown): SendFailure;
  /** Runs `work` while no other tab does. */
  exclusive(work: () => Promise<void>): Promise<void>;
  /** The current time in epoch milliseconds. */
  now(): number;
  /** Resolves after so many milliseconds, or early on `wake`. */
  delay(milliseconds: number): Promise<void>;
  /** Called once the server has applied or rejected a decision. */
  onSettled(decision: Decision, result: DecisionResult): void;
}

export interface Outbox {
  /** Stores a decision and sends it as soon as possible. */
  add(decision: Decision): void;
  /** Sends what waits: at start, when the network is back, when another tab added something. */
  flush(): void;
  /** Reads the log again after another tab changed it. */
  reload(): void;
  /** Forgets confirmed decisions that the lists on screen show by now. */
  forget(decisions: readonly Decision[]): void;
  state(): OutboxState;
  subscribe(listener: () => void): () => void;
}

/** Decisions in one request, and item IDs in all of them together. */
const BATCH = { decisions: 50, items: 10_000 };
/** Nothing is in the way. */
export const NO_OBSTACLE = { obstacle: null, reason: null } as const;
/** Milliseconds between attempts while the server can't be reached. */
const BACKOFF = { first: 500, longest: 15_000 };

/**
 * Creates the outbox of one project: decisions are stored in the browser the moment they are made,
 * sent in order, and kept until the server confirms or rejects them.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { log, send, failureOf, exclusive, now, delay } = options;
  const {
    value: state,
    set,
    subscribe,
  } = createObservable<OutboxState>({
    waiting: log.list(),
    confirmed: [],
    rejected: 0,
    sending: false,
    ...NO_OBSTACLE,
    onlyInMemory: false,
  });
  let running = false;
  let flushAgain = false;

  const update = (change: Partial<OutboxState>): void =>
    set({ ...state(), ...change, onlyInMemory: log.holdsInMemory() });

  /** Adds to what the lists on screen may not show yet. */
  const confirmedWith = (decisions: readonly Decision[]): ConfirmedDecision[] => {
    const confirmedAt = now();
    return [...state().confirmed, ...decisions.map((decision) => ({ ...decision, confirmedAt }))];
  };

  const settle = (batch: readonly Decision[], results: readonly DecisionResult[]): void => {
    const byId = new Map(results.map((result) => [result.id, result]));
    const settled = batch.filter(({ id }) => byId.has(id));
    log.remove(new Set(settled.map(({ id }) => id)));
    const applied = settled.filter(({ id }) => byId.get(id)?.outcome === "applied");
    update({
      waiting: log.list(),
      confirmed: confirmedWith(applied),
      rejected: state().rejected + settled.length - applied.length,
      ...NO_OBSTACLE,
    });
    for (const decision of settled) {
      const result = byId.get(decision.id);
      if (result) options.onSettled(decision, result);
    }
  };

  /** @returns whether the server answered, so that the next batch can follow */
  const sendBatch = async (batch: readonly Decision[]): Promise<boolean> => {
    try {
      const results = await send(batch);
      settle(batch, results);
      if (results.length > 0) return true;
      update(obstacleOf("unreachable", ""));
      return false;
    } catch (error) {
      const failure = failureOf(error);
      const message = error instanceof Error ? error.message : "";
      if (failure === "invalid" && batch.length > 1) {
        // Only the server knows which one it is; the others must not be rejected with it.
        for (const decision of batch) if (!(await sendBatch([decision]))) return false;
        return true;
      }
      if (failure === "invalid") {
        settle(
          batch,
          batch.map(({ id }) => ({ id, outcome: "rejected", message })),
        );
        return true;
      }
      update(obstacleOf(failure, message));
      return false;
    }
  };

  const sendAll = async (): Promise<void> => {
    let gap = BACKOFF.first;
    for (;;) {
      const batch = nextBatch(log.list());
      if (batch.length === 0) return;
      if (await sendBatch(batch)) {
        gap = BACKOFF.first;
      } else {
        if (state().obstacle === "signed_out") return;
        await delay(gap);
        update(NO_OBSTACLE);
        gap = Math.min(gap * 2, BACKOFF.longest);
      }
    }
  };

  const flush = (): void => {
    if (running) {
      flushAgain = true;
      return;
    }
    if (log.list().length === 0) return;
    running = true;
    update({ sending: true });
    const finish = () => {
      running = false;
      update({ sending: false, waiting: log.list() });
      if (flushAgain) {
        flushAgain = false;
        flush();
      }
    };
    exclusive(sendAll).then(finish, finish);
  };

  return {
    add: (decision) => {
      log.append(decision);
      update({ waiting: log.list(), rejected: 0 });
      flush();
    },
    flush,
    reload: () => {
      const waiting = log.list();
      const ids = new Set(waiting.map(({ id }) => id));
      const gone = state().waiting.filter(({ id }) => !ids.has(id));
      const known = new Set(state().confirmed.map(({ id }) => id));
      update({ waiting, confirmed: confirmedWith(gone.filter(({ id }) => !known.has(id))) });
    },
    forget: (decisions) => {
      const done = new Set(decisions.map(({ id }) => id));
      update({ confirmed: state().confirmed.filter(({ id }) => !done.has(id)) });
    },
    state,
    subscribe,
  };
}

/** Returns what is in the way after a failure, in the server's words where the person can do something about it. */
export function obstacleOf(
  failure: Exclude<SendFailure, "invalid">,
  message: string,
): { obstacle: Obstacle; reason: string | null } {
  return {
    obstacle: failure === "unreachable" ? "offline" : failure,
    reason: failure === "denied" ? message : null,
  };
}

function nextBatch(waiting: readonly Decision[]): Decision[] {
  let items = 0;
  const count = waiting.findIndex((decision, index) => {
    items += decision.kind === "undo" ? 0 : decision.ids.length;
    return index > 0 && (items > BATCH.items || index >= BATCH.decisions);
  });
  return waiting.slice(0, count < 0 ? waiting.length : count);
}
