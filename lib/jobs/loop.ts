import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { NextDue, UnchangedPoll } from "../store/jobs/due.ts";
import { checkPull } from "./check-pull.ts";
import type { Ledger } from "./ledger.ts";
import { processDueMessage } from "./messages.ts";
import { isUnchanged } from "./platform-responses.ts";
import { type ClaimedJob, poll, recordPoll } from "./poll.ts";
import { POLLS_PER_SECOND } from "./poll-limiter.ts";
import { processDueJob } from "./send.ts";

/** Resolves after the time, or early when the signal aborts. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Jobs processed at the same time. */
const MAX_RUNNING_JOBS = 100;
/** Shortest and longest pause between two rounds, in milliseconds. Other processes may add jobs. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;
/**
 * From this many polls per round on, polls are due at multiples of a tick. They stay together that way:
 * one write claims all of them, and one records them.
 */
const CROWDED_JOBS = 20;
const CROWDED_TICK_MS = 500;

/**
 * Processes all jobs in the background: sends queued and scheduled ones, gives up lost answers, polls
 * unsettled jobs, and checks open pull requests.
 * @returns a function that stops the loop and resolves when all running work is done
 */
export function startLoop(ledger: Ledger, delay: Delay = systemDelay): () => Promise<void> {
  const stopping = new AbortController();
  const rounds = createRounds(ledger);
  const run = async () => {
    while (!stopping.signal.aborted) {
      const wait = await rounds.next().catch((error: unknown) => {
        rounds.failed(error);
        return MAX_PAUSE_MS;
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
  const running = new Set<Promise<void>>();
  let unchanged: UnchangedPoll[] = [];

  const failed = (error: unknown) => {
    // The store may be locked or unreachable for a while. The next round tries again.
    log.error({ err: error }, "couldn't process agent jobs");
  };
  const begin = (work: Promise<void>) => {
    const tracked = work.catch(failed).finally(() => running.delete(tracked));
    running.add(tracked);
  };

  const pollClaimed = async (claimed: ClaimedJob, tick: number): Promise<void> => {
    const { change, until } = await poll(ledger, claimed);
    const hasNews = change.last_polled_at === undefined || !isUnchanged(change, claimed);
    if (hasNews) return recordPoll(ledger, { ...claimed, next_poll_at: until }, change);
    const { next_poll_at: next = null } = change;
    unchanged.push({
      id: claimed.id,
      claimedUntil: until,
      polledAt: clock.now(),
      nextPollAt: next === null ? null : Math.ceil(next / tick) * tick,
    });
  };

  const recordUnchanged = async () => {
    const polls = unchanged;
    unchanged = [];
    await store.recordUnchangedPolls(polls);
  };

  const next = async (): Promise<number> => {
    if (unchanged.length > 0) await recordUnchanged();
    const now = clock.now();
    const due = await store.nextDue();
    const work = dueWork(ledger, now, () => MAX_RUNNING_JOBS - running.size);
    for (const [at, workAt] of [
      [due.poll, work.unanswered],
      [due.message, work.messages],
      [due.poll, () => work.polls(pollClaimed)],
      [due.pull, work.pulls],
    ] as const) {
      if (at === null || at > now || running.size >= MAX_RUNNING_JOBS) continue;
      for (const each of await workAt()) begin(each);
    }
    return running.size > 0 ? MIN_PAUSE_MS : waitUntil(due, now);
  };

  const end = async () => {
    await Promise.all(running);
    await recordUnchanged();
  };
  return { next, end, failed };
}

/** The kinds of due work. Each function starts as much of it as there is room for. */
function dueWork(ledger: Ledger, now: number, room: () => number) {
  const { store, platform, pollLimiter, claims } = ledger;
  return {
    unanswered: async () =>
      (await store.dueUnansweredJobs(now, room())).map((row) => processDueJob(ledger, row)),
    messages: async () =>
      (await store.dueMessages(now, room())).map((row) => processDueMessage(ledger, row)),
    polls: async (pollClaimed: (claimed: ClaimedJob, tick: number) => Promise<void>) => {
      const perSecond = platform.isHosted ? POLLS_PER_SECOND : null;
      const limit = pollLimiter.claimable(now, room());
      const claimed = await store.claimPolls(now, claims.end(), limit, perSecond);
      const tick = claimed.length > CROWDED_JOBS ? CROWDED_TICK_MS : 1;
      return claimed.map((row) => pollClaimed(row, tick));
    },
    pulls: async () =>
      (await store.claimPulls(now, claims.end(), room())).map((row) => checkPull(ledger, row)),
  };
}

function waitUntil(due: NextDue, now: number): number {
  const instants = [due.poll, due.pull, due.message].filter((at) => at !== null);
  return Math.min(Math.max(Math.min(...instants) - now, MIN_PAUSE_MS), MAX_PAUSE_MS);
}

async function systemDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined);
}
