import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { NextDue, QuietPoll } from "../store/jobs/due.ts";
import { type Claimed, poll, processDueJob, recordPoll } from "./deliver.ts";
import type { Ledger } from "./ledger.ts";
import { lookAfterMessage } from "./messages.ts";
import { isQuiet } from "./outcome.ts";
import { checkPull } from "./pull-state.ts";

/** Resolves after the time, or early when the signal aborts. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Jobs looked after at the same time. */
const AT_ONCE = 100;
/** Milliseconds between looks at the ledger: at least, and at most (other processes add jobs). */
const SHORTEST = 100;
const LONGEST = 1_000;
/**
 * Where more than so many are looked at together, their looks are due at multiples of a tick, so
 * that they stay together: one write claims and one records them all.
 */
const CROWD = 20;
const TICK = 500;

/**
 * Looks after all jobs until it is stopped: sends intents that were left behind or waited, gives up
 * answers that were lost, polls what is not settled and looks at open pull requests.
 * @returns a function that stops it and resolves when nothing is under way any more
 */
export function startLoop(ledger: Ledger, delay: Delay = systemDelay): () => Promise<void> {
  const stopping = new AbortController();
  const rounds = createRounds(ledger);
  const run = async () => {
    while (!stopping.signal.aborted) {
      const wait = await rounds.next().catch((error: unknown) => {
        rounds.failed(error);
        return LONGEST;
      });
      await delay(wait, stopping.signal);
    }
    await rounds.end().catch(rounds.failed);
  };
  const ended = run();
  return () => {
    stopping.abort();
    return ended;
  };
}

function createRounds(ledger: Ledger) {
  const { store, clock, log } = ledger;
  const underWay = new Set<Promise<void>>();
  let quiet: QuietPoll[] = [];

  const failed = (error: unknown) => {
    // The store may be locked or away for a while; the ledger is still there afterwards.
    log.error({ err: error }, "the job ledger could not be followed");
  };
  const begin = (work: Promise<void>) => {
    const watched = work.catch(failed).finally(() => underWay.delete(watched));
    underWay.add(watched);
  };

  const pollQuietly = async (claimed: Claimed, tick: number): Promise<void> => {
    const { change, until } = await poll(ledger, claimed);
    const news = change.last_polled_at === undefined || !isQuiet(change, claimed);
    if (news) return recordPoll(ledger, { ...claimed, next_poll_at: until }, change);
    const { next_poll_at: next = null } = change;
    quiet.push({
      id: claimed.id,
      claimedUntil: until,
      polledAt: clock.now(),
      nextPollAt: next === null ? null : Math.ceil(next / tick) * tick,
    });
  };

  const recordQuiet = async () => {
    const polls = quiet;
    quiet = [];
    await store.recordQuietPolls(polls);
  };

  const next = async (): Promise<number> => {
    if (quiet.length > 0) await recordQuiet();
    const now = clock.now();
    const due = await store.nextDue();
    const isDue = (at: number | null) => at !== null && at <= now && underWay.size < AT_ONCE;
    const room = () => AT_ONCE - underWay.size;
    if (isDue(due.poll)) {
      for (const row of await store.dueUnanswered(now, room())) begin(processDueJob(ledger, row));
    }
    if (isDue(due.message)) {
      for (const row of await store.dueMessages(now, room())) begin(lookAfterMessage(ledger, row));
    }
    if (isDue(due.poll)) {
      const claimed = await store.claimPolls(now, ledger.claims.end(), room());
      const tick = claimed.length > CROWD ? TICK : 1;
      for (const row of claimed) begin(pollQuietly(row, tick));
    }
    if (isDue(due.pull)) {
      const claimed = await store.claimPulls(now, ledger.claims.end(), room());
      for (const row of claimed) begin(checkPull(ledger, row));
    }
    return waitUntil(due, now);
  };

  const waitUntil = (due: NextDue, now: number): number => {
    if (underWay.size > 0) return SHORTEST;
    const instants = [due.poll, due.pull, due.message].filter((at) => at !== null);
    return Math.min(Math.max(Math.min(...instants) - now, SHORTEST), LONGEST);
  };

  const end = async () => {
    await Promise.all(underWay);
    await recordQuiet();
  };
  return { next, end, failed };
}

async function systemDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined);
}
