import "server-only";
import type { Transaction } from "kysely";
import type { Clock } from "../clock.ts";
import type { EmbeddingsService } from "../config/embeddings.ts";
import { CALIBRATION_TEXTS, knowsEnglish, thresholdFrom } from "../embeddings/calibration.ts";
import { EmbeddingsUnavailable, MAX_TEXTS, requestEmbeddings } from "../embeddings/client.ts";
import type { Log } from "../log.ts";
import { pauseAfter } from "../platform-client/retry-after.ts";
import { listSomeTexts } from "../similar/list-texts.ts";
import { pendingTexts, rejectText, storeVectors } from "../similar/pending.ts";
import { clearSomeEmbeddings } from "../store/embeddings/clear.ts";
import {
  confirmModel,
  type EmbeddingState,
  isDue,
  MAX_EMBEDDING_WAIT_MS,
  readEmbeddingState,
  recordEmbeddingFailure,
  recordEmbeddingSuccess,
  setCalibration,
} from "../store/embeddings/state.ts";
import type { Lease } from "../store/lease.ts";
import type { StoreDatabase, StoreQuery, StoreSchema } from "../store/schema/schema.ts";

export interface EmbeddingReaderOptions {
  database: StoreDatabase;
  service: EmbeddingsService;
  /** The name under which the model's vectors are stored. */
  model: string;
  lease: Lease;
  clock: Clock;
  log: Log;
  /** Milliseconds for one request. */
  timeLimit?: number;
  /** Ends the current request. */
  signal: AbortSignal;
}

/**
 * Returns a function that does the next step of reading comments: lists texts, or sends some to the service. It
 * returns false if there is nothing to do now.
 */
export function createEmbeddingReader(options: EmbeddingReaderOptions): () => Promise<boolean> {
  const { model, lease, clock } = options;
  const { query } = options.database;
  const confirm = async (trx: Transaction<StoreSchema>) => {
    await lease.confirm(trx);
    await confirmModel(trx, model);
  };
  const reader: Reader = { ...options, query, confirm, size: MAX_TEXTS };
  let isHeld = false;

  return async () => {
    const state = await readEmbeddingState(query);
    // Another process was started with another model, or without one.
    if (state?.model !== model) {
      if (isHeld) await lease.release();
      isHeld = false;
      return false;
    }
    isHeld = await lease.hold();
    if (!isHeld) return false;
    if (state.is_clearing === 1) {
      await clearSomeEmbeddings(query, confirm, false);
      return true;
    }
    if (await listSomeTexts(query, model, confirm)) return true;
    if (!isDue(state, clock.now())) return false;
    try {
      if (state.dimensions !== null) return await readSome(reader, state.dimensions);
      await calibrate(reader);
      return true;
    } catch (error) {
      if (!(error instanceof EmbeddingsUnavailable)) throw error;
      await recordFailure(reader, state, error);
      return false;
    }
  };
}

interface Reader extends EmbeddingReaderOptions {
  query: StoreQuery;
  /** Called in every transaction. */
  confirm: (trx: Transaction<StoreSchema>) => Promise<void>;
  /** Texts per request. Smaller while the service rejects as many, or one of them. */
  size: number;
}

function send(
  { service, clock, signal, timeLimit }: Reader,
  texts: readonly string[],
): Promise<Int8Array[]> {
  return requestEmbeddings(service, texts, { now: clock.now(), signal, timeLimit });
}

async function recordFailure(
  reader: Reader,
  state: EmbeddingState,
  { message, retryAfter }: EmbeddingsUnavailable,
): Promise<void> {
  const { query, clock, log, confirm } = reader;
  // A service that rejects everything may work again next time.
  reader.size = MAX_TEXTS;
  const wait = Math.min(pauseAfter(retryAfter ?? null, state.failures + 1), MAX_EMBEDDING_WAIT_MS);
  const now = clock.now();
  if (state.problem !== message) {
    log.warn({ problem: message }, "the embeddings service failed; retrying");
  }
  await query.transaction().execute(async (trx) => {
    await confirm(trx);
    await recordEmbeddingFailure(trx, message, { now, retryAt: now + wait });
  });
}

/** Sends texts in as many requests as the service wants. */
async function sendAll(reader: Reader, texts: readonly string[]): Promise<Int8Array[]> {
  const vectors: Int8Array[] = [];
  while (vectors.length < texts.length) {
    const part = texts.slice(vectors.length, vectors.length + reader.size);
    try {
      vectors.push(...(await send(reader, part)));
    } catch (error) {
      if (!isAboutTexts(error) || part.length === 1) throw error;
      reader.size = Math.ceil(part.length / 2);
    }
  }
  return vectors;
}

async function calibrate(reader: Reader): Promise<void> {
  const vectors = await sendAll(reader, CALIBRATION_TEXTS);
  const dimensions = vectors[0]?.length ?? 0;
  assertDimensions(vectors, dimensions);
  const threshold = thresholdFrom(vectors);
  if (threshold === null) {
    throw new EmbeddingsUnavailable(
      knowsEnglish(vectors)
        ? "The service's model only understands English. Set EMBEDDINGS_MODEL to a multilingual model."
        : "The service's model can't tell different sentences apart. Check EMBEDDINGS_MODEL.",
    );
  }
  await reader.query.transaction().execute(async (trx) => {
    await reader.confirm(trx);
    await setCalibration(trx, { dimensions, threshold });
  });
}

/** Reads the next texts. @returns whether there were any */
async function readSome(reader: Reader, dimensions: number): Promise<boolean> {
  const { query, confirm } = reader;
  const next = await pendingTexts(query, reader.model, reader.size);
  const [first] = next?.texts ?? [];
  if (!next || !first) return false;
  try {
    const vectors = await send(
      reader,
      next.texts.map(({ text }) => text),
    );
    assertDimensions(vectors, dimensions);
    await storeVectors(query, next, vectors, async (trx) => {
      await confirm(trx);
      await recordEmbeddingSuccess(trx);
    });
  } catch (error) {
    if (!isAboutTexts(error)) throw error;
    if (next.texts.length > 1) {
      reader.size = Math.ceil(next.texts.length / 2);
    } else {
      // If it also rejects a plain sentence, the problem isn't the text.
      await send(reader, CALIBRATION_TEXTS.slice(0, 1));
      await rejectText(query, next.projectId, first.hash, confirm);
      reader.size = MAX_TEXTS;
    }
  }
  return true;
}

function isAboutTexts(error: unknown): boolean {
  return error instanceof EmbeddingsUnavailable && error.rejectsTexts;
}

/** @throws {EmbeddingsUnavailable} if a vector can't be compared with those that are stored */
function assertDimensions(vectors: readonly Int8Array[], dimensions: number): void {
  const other = vectors.find(({ length }) => length !== dimensions);
  if (!other) return;
  throw new EmbeddingsUnavailable(
    `The service's vectors have ${other.length} dimensions instead of ${dimensions}. ` +
      "If its model has changed, change EMBEDDINGS_MODEL as well.",
  );
}
