import "server-only";
import { hostname } from "node:os";
import type { Config } from "../../config.ts";
import { AgentFailed } from "../agent/agent.ts";
import { randomId } from "../host/random-id.ts";
import { acquireJobLease, type JobLease, releaseJobLease, renewJobLease } from "./job-lease.ts";
import { recordFailure, recordSuccess } from "./record-result.ts";
import { cleanUpAttempt, type JobContext, runJob } from "./run-job.ts";

export interface Runner {
  start(): void;
  /** Looks for work now; does nothing before `start`. */
  wake(): void;
  /** Ends what runs and gives it back, to be claimed by the next process at once. */
  stop(): Promise<void>;
}

export interface RunnerSettings {
  /** Milliseconds after which the job of a process that ended is picked up by another. */
  lease: number;
  /** Milliseconds between renewals of a claim, and between looks for work that others left. */
  interval: number;
  /** Jobs at once in this process. */
  atOnce: number;
  /** How often a job is begun before it counts as failed. */
  attempts: number;
}

type RunnerContext = Omit<JobContext, "confirm"> & { config: Config; pace: RunnerSettings };

class Stopped extends Error {}
class LeaseLost extends Error {}

/** Works off active jobs, of this process and of others that ended before they were done. */
export function createRunner(context: RunnerContext): Runner {
  const { database, clock, log, pace } = context;
  const holder = `${hostname()}/${process.pid}/${randomId(8)}`;
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
          const claim = await acquireJobLease(database, holder, clock.now(), pace.lease);
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

  const begin = (claim: JobLease) => {
    const controller = new AbortController();
    // Stopped while the claim was on its way: it is given back unused.
    if (!timer) controller.abort(new Stopped());
    const done = runLeasedJob(context, claim, controller).finally(() => {
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
async function runLeasedJob(
  context: RunnerContext,
  claim: JobLease,
  controller: AbortController,
): Promise<void> {
  const { database, clock, log, pace } = context;
  const { signal } = controller;
  const job = claim.job.id;
  const confirm = async () => {
    const ours = await renewJobLease(database, claim, clock.now(), pace.lease);
    if (!ours) controller.abort(new LeaseLost());
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
  context: RunnerContext & JobContext,
  claim: JobLease,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, config, pace } = context;
  signal.throwIfAborted();
  if (claim.job.attempts > pace.attempts) {
    await cleanUpAttempt(await context.host.repository.clone(), claim.job.id);
    const often = `${pace.attempts} times`;
    throw new AgentFailed(`The server ended ${often} before the agent was done.`);
  }
  for (let round = 1; round <= pace.attempts; round += 1) {
    const change = await runJob(context, claim, signal);
    const now = clock.now();
    const recorded = await recordSuccess(database, claim, change, config.publicUrl, now);
    if (recorded !== "pull_closed") return;
  }
  throw new AgentFailed("The pull request was merged or closed each time the agent was done.");
}

async function settleFailure(
  { database, clock, log, redact }: RunnerContext,
  claim: JobLease,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (signal.reason instanceof Stopped) return releaseJobLease(database, claim);
  if (signal.reason instanceof LeaseLost) return;
  const reason = redact(error instanceof Error ? error.message : String(error));
  const recorded = await recordFailure(database, claim, reason, clock.now());
  if (recorded === "recorded") log.warn({ err: error, job: claim.job.id }, "a job failed");
}
