import "server-only";
import { hostname } from "node:os";
import type { Config } from "../../config.ts";
import { AgentFailed } from "../agent/agent.ts";
import { randomId } from "../host/random-id.ts";
import { HeldForPerson } from "./held-changes.ts";
import { acquireJobLease, type JobLease, releaseJobLease, renewJobLease } from "./job-lease.ts";
import { recordFailure, recordStop, recordSuccess } from "./record-result.ts";
import {
  cleanUpAttempt,
  type JobContext,
  type RunSignals,
  runJob,
  StoppedByPerson,
} from "./run-job.ts";

export interface Runner {
  start(): void;
  /** Checks for jobs now. Does nothing before `start`. */
  wake(): void;
  /** Stops running jobs and releases them, so that another process can run them at once. */
  stop(): Promise<void>;
}

export interface RunnerSettings {
  /** Milliseconds after which another process can take over the job of a dead process. */
  leaseDuration: number;
  /** Milliseconds between lease renewals, and between checks for jobs of other processes. */
  interval: number;
  /** Maximum number of jobs that this process runs at once. */
  concurrency: number;
  /** How many times a job is started before it fails. */
  maxAttempts: number;
}

type RunnerContext = Omit<JobContext, "confirmLease"> & {
  config: Config;
  settings: RunnerSettings;
};

class Stopped extends Error {}
class LeaseLost extends Error {}

/** Creates a runner for active jobs, including unfinished jobs of processes that ended. */
export function createRunner(context: RunnerContext): Runner {
  const { log, settings } = context;
  const holder = `${hostname()}/${process.pid}/${randomId(8)}`;
  const running = new Map<AbortController, { job: string; done: Promise<void> }>();
  let timer: NodeJS.Timeout | undefined;
  let checking = false;
  let checkAgain = false;

  const run = (lease: JobLease) => {
    const controller = new AbortController();
    // Stopped while the lease was being acquired: release it unused.
    if (!timer) controller.abort(new Stopped());
    const done = runLeasedJob(context, lease, controller).finally(() => {
      running.delete(controller);
      wake();
    });
    running.set(controller, { job: lease.job.id, done });
  };

  const runFree = async (): Promise<void> => {
    while (timer && running.size < settings.concurrency) {
      const jobs = [...running.values()].map(({ job }) => job);
      const lease = await acquire(context, holder, jobs);
      if (!lease) return;
      run(lease);
    }
  };

  const check = async (): Promise<void> => {
    checkAgain = true;
    if (checking) return;
    checking = true;
    try {
      while (checkAgain && timer) {
        checkAgain = false;
        await runFree();
      }
    } catch (error) {
      log.error({ err: error }, "couldn't check for jobs");
    } finally {
      checking = false;
    }
  };
  const wake = () => void check();

  return {
    wake,
    start: () => {
      timer ??= setInterval(wake, settings.interval).unref();
      wake();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      do {
        for (const controller of running.keys()) controller.abort(new Stopped());
        const jobs = [...running.values()].map(({ done }) => done);
        await Promise.allSettled([...jobs, new Promise((next) => setImmediate(next))]);
      } while (checking || running.size > 0);
    },
  };
}

function acquire(
  { database, clock, settings }: RunnerContext,
  holder: string,
  running: readonly string[],
): Promise<JobLease | null> {
  return acquireJobLease(database, holder, clock.now(), settings.leaseDuration, running);
}

/** Runs one leased job and records the result. Never throws. */
async function runLeasedJob(
  context: RunnerContext,
  lease: JobLease,
  controller: AbortController,
): Promise<void> {
  const { database, clock, log, settings } = context;
  const { signal } = controller;
  const job = lease.job.id;
  const stop = new AbortController();
  const confirmLease = async () => {
    const renewed = await renewJobLease(database, lease, clock.now(), settings.leaseDuration);
    if (!renewed) controller.abort(new LeaseLost());
    else if (renewed.stop !== null) stop.abort(renewed.stop);
    signal.throwIfAborted();
  };
  const renewal = setInterval(() => {
    confirmLease().catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error, job }, "couldn't renew a job's lease");
    });
  }, settings.interval);
  try {
    await runPrompt({ ...context, confirmLease }, lease, { signal, stop: stop.signal });
  } catch (error) {
    await handleFailure(context, lease, error, { signal, stop: stop.signal }).catch(
      (problem: unknown) =>
        // The lease expires, and the job runs again.
        log.error({ err: problem, job }, "couldn't record a job's result"),
    );
  } finally {
    clearInterval(renewal);
  }
}

async function runPrompt(
  context: RunnerContext & JobContext,
  lease: JobLease,
  signals: RunSignals,
): Promise<void> {
  const { database, clock, config, settings } = context;
  signals.signal.throwIfAborted();
  if (lease.job.stop !== null) {
    // The process that ran it ended, and its checkout with it.
    await cleanUpAttempt(await context.host.repository.clone(), lease.job.id);
    throw new StoppedByPerson();
  }
  if (lease.job.attempts > settings.maxAttempts) {
    await cleanUpAttempt(await context.host.repository.clone(), lease.job.id);
    const times = `${settings.maxAttempts} times`;
    throw new AgentFailed(
      `The server stopped ${times} before the agent finished. Send a follow-up to try again.`,
    );
  }
  for (let round = 1; round <= settings.maxAttempts; round += 1) {
    const change = await runJob(context, lease, signals);
    const now = clock.now();
    const recorded = await recordSuccess(database, lease, change, config.publicUrl, now);
    if (recorded !== "pull_closed") return;
  }
  throw new AgentFailed(
    "The pull request was merged or closed while the agent was running. Create a new job.",
  );
}

async function handleFailure(
  { database, clock, log, redact }: RunnerContext,
  lease: JobLease,
  error: unknown,
  { signal, stop }: RunSignals,
): Promise<void> {
  if (signal.reason instanceof Stopped) return releaseJobLease(database, lease);
  if (signal.reason instanceof LeaseLost) return;
  if (error instanceof HeldForPerson) {
    log.info({ job: lease.job.id }, "a job's change waits for a person");
    return releaseJobLease(database, lease);
  }
  if (error instanceof StoppedByPerson || stop.aborted) {
    await recordStop(database, lease, clock.now());
    return;
  }
  const reason = redact(error instanceof Error ? error.message : String(error));
  const recorded = await recordFailure(database, lease, reason, clock.now());
  if (recorded === "recorded") log.warn({ err: error, job: lease.job.id }, "job failed");
}
