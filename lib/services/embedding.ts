import "server-only";
import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "../clock.ts";
import type { EmbeddingsService } from "../config/embeddings.ts";
import type { EmbeddingStatus } from "../contract/api/embeddings.ts";
import { TEXT_RULES } from "../embeddings/prepared-text.ts";
import { type Log, processLog } from "../log.ts";
import { clearSomeEmbeddings } from "../store/embeddings/clear.ts";
import { embeddingProgress } from "../store/embeddings/progress.ts";
import {
  confirmModel,
  NO_MODEL,
  readEmbeddingState,
  startModel,
} from "../store/embeddings/state.ts";
import { createLease, type Lease, LeaseLost } from "../store/lease.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";
import { type BackgroundSteps, createBackgroundSteps } from "./background-steps.ts";
import { createEmbeddingReader } from "./embedding-reader.ts";

/** Milliseconds between two checks for new comments. */
const IDLE_DELAY_MS = 1_000;

/** Reading comments with the embeddings service. */
export interface Embedding extends BackgroundSteps {
  /** Does the next step. @returns false if there is nothing to do now */
  step(): Promise<boolean>;
  /** Returns how far a project was read; null without a service. */
  status(projectId: string): Promise<EmbeddingStatus | null>;
}

export interface EmbeddingOptions {
  database: StoreDatabase;
  /** Null without a service. */
  service: EmbeddingsService | null;
  lease: Lease;
  clock: Clock;
  log: Log;
  /** Milliseconds for one request. */
  timeLimit?: number;
}

/** Returns the name under which a model's vectors are stored: they are replaced when it changes. */
export function storedModel({ model }: EmbeddingsService): string {
  return `${TEXT_RULES} ${model}`;
}

/** Milliseconds until another process takes over from one that crashed: longer than a request. */
const LEASE_MS = 60_000;

/** Opens it for this process. */
export function openEmbedding(
  service: EmbeddingsService | null,
  database: StoreDatabase,
): Embedding {
  const clock = systemClock;
  const holder = randomUUID();
  const lease = createLease({ database, clock, name: "embeddings", holder, duration: LEASE_MS });
  return createEmbedding({ database, service, lease, clock, log: processLog() });
}

/**
 * Reads comments with the embeddings service in the background. Without a service, removes the vectors that an
 * earlier one left. Any number of processes may run this: the one that has the lease works, and if their services
 * differ, the one of the process that was started last.
 */
export function createEmbedding(options: EmbeddingOptions): Embedding {
  const { service, log } = options;
  const stopping = new AbortController();
  const next = service
    ? createSteps(options, service, stopping.signal)
    : () => clearStep(options.database);
  const step = async () => {
    try {
      return await next();
    } catch (error) {
      // Another process has the lease, or this one stops.
      if (error instanceof LeaseLost || stopping.signal.aborted) return false;
      throw error;
    }
  };
  const steps = createBackgroundSteps({
    step,
    idleDelay: service ? IDLE_DELAY_MS : null,
    failure: "couldn't read comments for similar items; retrying",
    log,
  });
  return {
    step,
    start: steps.start,
    stop: async () => {
      stopping.abort();
      await steps.stop();
      if (service) await options.lease.release();
    },
    status: async (projectId) => (service ? readStatus(options, service, projectId) : null),
  };
}

function createSteps(
  options: EmbeddingOptions,
  service: EmbeddingsService,
  signal: AbortSignal,
): () => Promise<boolean> {
  const { query } = options.database;
  const model = storedModel(service);
  const read = createEmbeddingReader({ ...options, service, model, signal });
  let isStarted = false;
  return async () => {
    if (!isStarted) {
      const now = options.clock.now();
      await query.transaction().execute((trx) => startModel(trx, model, now));
      isStarted = true;
    }
    return read();
  };
}

/** Removes part of the data that an earlier service left. @returns whether there may be more */
async function clearStep({ query }: StoreDatabase): Promise<boolean> {
  const state = await readEmbeddingState(query);
  if (!state) return false;
  if (state.model !== NO_MODEL) {
    // Processes that were started earlier end their work.
    await query.transaction().execute((trx) => startModel(trx, NO_MODEL, 0));
  }
  await clearSomeEmbeddings(query, (trx) => confirmModel(trx, NO_MODEL), true);
  return true;
}

async function readStatus(
  { database }: EmbeddingOptions,
  { model, url }: EmbeddingsService,
  projectId: string,
): Promise<EmbeddingStatus> {
  const [state, progress] = await Promise.all([
    readEmbeddingState(database.query),
    embeddingProgress(database.read, projectId),
  ]);
  const {
    failing_since: since = null,
    problem: message = null,
    retry_at: retryAt = 0,
  } = state ?? {};
  const problem = message === null || since === null ? null : { message, since, retryAt };
  return { model, host: new URL(url).host, ...progress, problem };
}
