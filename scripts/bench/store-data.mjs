import { openDatabase } from "../../lib/database/open.ts";
import { NOISE_RULES } from "../../lib/noise/noise.ts";
import { sampleEntries } from "../../lib/platform/sample/entries.ts";
import { withScore } from "../../lib/services/clean-pages.ts";
import { createGroupingSteps } from "../../lib/similar/paced-steps.ts";
import { migrateStore } from "../../lib/store/open.ts";
import { initialSyncState, writeProgress } from "../../lib/store/sync/store.ts";
import { scoreStoredItems } from "../../lib/store/write/score-stored.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { median } from "./table.mjs";

/** @typedef {import("../../lib/contract/platform/feedback.ts").FeedbackEntry} FeedbackEntry */

/** How many entries are generated at once, to limit memory. */
const CHUNK = 50_000;
/** How many entries are written at once. */
const BATCH = 2_000;

/** In milliseconds. */
const LOAD_TIMEOUT = 1_800_000;

/** @typedef {{ databaseUrl: string | null, file: string }} Location */

/**
 * Fills an empty store with sample entries. The same number gives the same entries, relative to now.
 * They are written as the sync does.
 * @param {Location} location
 * @param {number} count
 * @returns {Promise<{ seconds: number }>}
 */
export async function fill(location, count) {
  /** @type {import("../../lib/database/open.ts").Database<any>} */
  const database = openDatabase(location);
  const began = performance.now();
  await migrateStore(database);
  await inBatches(count, (entries, now) => write(database, entries, now));
  // As a server does when it starts, so that it doesn't during the measurements.
  while (await scoreStoredItems(database.query, NOISE_RULES));
  await database.close();
  return { seconds: (performance.now() - began) / 1_000 };
}

/**
 * Finds the groups of all items, as a server does in the background, so that it doesn't during the measurements.
 * @param {Location} location
 */
export async function findGroups(location) {
  /** @type {import("../../lib/database/open.ts").Database<any>} */
  const database = openDatabase(location);
  const findSomeGroups = createGroupingSteps(database);
  while (await findSomeGroups());
  await database.close();
}

/**
 * Records that everything was synced; otherwise the inbox waits for the first rows of a first sync.
 * @param {Location} location
 * @param {number} count
 */
export async function markSynced(location, count) {
  /** @type {import("../../lib/database/open.ts").Database<any>} */
  const database = openDatabase(location);
  const now = Date.now();
  const synced = { phase: "following", backfilledAt: now, lastSuccessAt: now };
  const state = { ...initialSyncState(now), ...synced };
  await writeProgress(database.query, "docs", { state, lane: "full", json: "{}" }, count);
  await database.close();
}

/**
 * @param {number} count
 * @param {(entries: FeedbackEntry[], now: number) => Promise<void>} take
 */
async function inBatches(count, take) {
  const now = Date.now();
  const deadline = now + LOAD_TIMEOUT;
  for (let chunk = 0; chunk * CHUNK < count; chunk++) {
    const size = Math.min(CHUNK, count - chunk * CHUNK);
    const entries = sampleEntries({ now, seed: 20_260_115 + chunk, count: size });
    for (let start = 0; start < size; start += BATCH) {
      if (Date.now() > deadline)
        throw new Error(`Couldn't load ${count} entries within 30 minutes.`);
      await take(entries.slice(start, start + BATCH), now);
    }
  }
}

/**
 * Returns a function that writes pages of 100 new entries, then changes the status of all of them.
 * @param {import("../../lib/database/open.ts").Database<any>} database
 * @returns {() => Promise<{ added: number, changed: number }>} medians for a page, in milliseconds
 */
export function pageWriter(database) {
  // Skips the unusual entries at the start of the sample.
  const entries = sampleEntries({ now: Date.now(), seed: 7, count: 1_600 }).slice(600);
  const flipped = (/** @type {FeedbackEntry} */ { status }) =>
    status === "pending" ? "resolved" : "pending";
  const changed = entries.map((entry) => ({ ...entry, status: flipped(entry) }));
  const write100 = async (/** @type {any[]} */ all, /** @type {number} */ at) => {
    const durations = [];
    for (let start = 0; start < all.length; start += 100) {
      const before = performance.now();
      await write(database, all.slice(start, start + 100), at);
      durations.push(performance.now() - before);
    }
    return median(durations);
  };
  return async () => ({
    added: await write100(entries, Date.now() + 1),
    changed: await write100(changed, Date.now() + 2),
  });
}

/**
 * @param {import("../../lib/database/open.ts").Database<any>} database
 * @param {any[]} entries
 * @param {number} at
 */
function write(database, entries, at) {
  const mirrored = entries.map((entry) => withScore({ entry, raw: JSON.stringify(entry) }));
  return database.query
    .transaction()
    .execute((trx) => upsertFeedback(trx, "docs", mirrored, at).then(() => undefined));
}
