import "server-only";
import { hostname } from "node:os";
import type { Config } from "../../config.ts";
import { AgentFailed } from "../agent/agent.ts";
import { randomName } from "../host/random-name.ts";
import { type Claim, claimJob, releaseClaim, renewClaim } from "./claims.ts";
import { recordDone, recordFailure } from "./outcome.ts";
import { carryOut, removeLeftovers, type WorkContext } from "./work.ts";

export interface Runner {
  start(): void;
  /** Looks for work now; does nothing before `start`. */
  wake(): void;
  /** Ends what runs and gives it back, to be claimed by the next process at once. */
  stop(): Promise<void>;
}

export interface Pace {
  /** Milliseconds after which the job of a process that ended is picked up by another. */
  lease: number;
  /** Milliseconds between renewals of a claim, and between looks for work that others left. */
  interval: number;
  /** Jobs at once in this process. */
  atOnce: number;
  /** How often a job is begun before it counts as failed. */
  attempts: number;
}

type RunnerContext = Omit<WorkContext, "confirm"> & { config: Config; pace: Pace };

class Stopped extends Error {}
class ClaimLost extends Error {}

/** Works off active jobs, of this process and of others that ended before they were done. */
export function createRunner(context: RunnerContext): Runner {
  const { database, clock, log, pace } = context;
  const holder = `${hostname()}/${process.pid}/${randomName(8)}`;
  const running = new Map<AbortController, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;

  const look = async (): Promise<void> => {
    again = true;
    if (looking) return;
    looking = true;
    try {
      while (again && timer) {
        again = false;
        while (timer && running.size < pace.atOnce) {
          const claim = await claimJob(database, holder, clock.now(), pace.lease);
          if (!claim) break;
          begin(claim);
        }
      }
    } catch (error) {
      log.error({ err: error }, "cannot look for jobs");
    } finally {
      looking = false;
    }
  };
  const wake = () => void look();

  const begin = (claim: Claim) => {
    const controller = new AbortController();
    // Stopped while the claim was on its way: it is given back unused.
    if (!timer) controller.abort(new Stopped());
    const done = runClaim(context, claim, controller).finally(() => {
      running.delete(controller);
      wake();
    });
    running.set(controller, done);
  };

  return {
    wake,
    start: () => {
      timer ??= setInterval(wake, pace.interval).unref();
      wake();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      for (const controller of running.keys()) controller.abort(new Stopped());
      while (looking || running.size > 0) {
        await Promise.allSettled([...running.values(), new Promise((next) => setImmediate(next))]);
        for (const controller of running.keys()) controller.abort(new Stopped());
      }
    },
  };
}

/** Works off one claim and records how it ended. Never throws. */
async function runClaim(
  context: RunnerContext,
  claim: Claim,
  controller: AbortController,
): Promise<void> {
  const { database, clock, log, pace } = context;
  const { signal } = controller;
  const job = claim.job.id;
  const confirm = async () => {
    const ours = await renewClaim(database, claim, clock.now(), pace.lease);
    if (!ours) controller.abort(new ClaimLost());
    signal.throwIfAborted();
  };
  const renewal = setInterval(() => {
    confirm().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error, job }, "a claim could not be renewed");
    });
  }, pace.interval);
  try {
    await workOff({ ...context, confirm }, claim, signal);
  } catch (error) {
    await settleFailure(context, claim, error, signal).catch((problem: unknown) =>
      // The claim runs out, and the job is picked up again.
      log.error({ err: problem, job }, "how a job ended could not be recorded"),
    );
  } finally {
    clearInterval(renewal);
  }
}

async function workOff(
  context: RunnerContext & WorkContext,
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, config, pace } = context;
  signal.throwIfAborted();
  if (claim.job.attempts > pace.attempts) {
    await removeLeftovers(await context.host.repository.clone(), claim.job.id);
    const often = `${pace.attempts} times`;
    throw new AgentFailed(`The server ended ${often} before the agent was done.`);
  }
  for (let round = 1; round <= pace.attempts; round += 1) {
    const change = await carryOut(context, claim, signal);
    const now = clock.now();
    const recorded = await recordDone(database, claim, change, config.publicUrl, now);
    if (recorded !== "settled") return;
  }
  throw new AgentFailed("The pull request was merged or closed each time the agent was done.");
}

async function settleFailure(
  { database, clock, log, redact }: RunnerContext,
  claim: Claim,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (signal.reason instanceof Stopped) return releaseClaim(database, claim);
  if (signal.reason instanceof ClaimLost) return;
  const reason = redact(error instanceof Error ? error.message : String(error));
  const recorded = await recordFailure(database, claim, reason, clock.now());
  if (recorded === "recorded") log.warn({ err: error, job: claim.job.id }, "a job failed");
}
