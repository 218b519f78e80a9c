import { openDatabase } from "../../lib/database/open.ts";
import { sampleEntries } from "../../lib/platform/sample/entries.ts";
import { upsertFeedback } from "../../lib/store/feedback-write.ts";
import { openStore } from "../../lib/store/open.ts";
import { median } from "./table.mjs";

/** @typedef {import("../../lib/contract/feedback.ts").FeedbackEntry} FeedbackEntry */

/** Entries generated at once, and entries written at once: memory stays flat. */
const SLAB = 50_000;
const BATCH = 2_000;

/** @typedef {{ databaseUrl: string | null, file: string }} Location */

/**
 * Fills an empty store with sample entries, the way the mirror does. The same number gives the same
 * entries, relative to now.
 * @param {Location} location
 * @param {number} count
 * @returns {Promise<{ seconds: number }>}
 */
export async function fill(location, count) {
  /** @type {import("../../lib/database/open.ts").Database<any>} */
  const database = openDatabase(location);
  await openStore(database);
  const began = performance.now();
  const now = Date.now();
  for (let slab = 0; slab * SLAB < count; slab++) {
    const size = Math.min(SLAB, count - slab * SLAB);
    const entries = sampleEntries({ now, seed: 20_260_115 + slab, count: size });
    for (let start = 0; start < size; start += BATCH) {
      await write(database, entries.slice(start, start + BATCH), now);
    }
  }
  await database.close();
  return { seconds: (performance.now() - began) / 1_000 };
}

/**
 * What writes pages of 100 entries, all of which are new, and then all have another status.
 * @param {import("../../lib/database/open.ts").Database<any>} database
 * @returns {() => Promise<{ added: number, changed: number }>} milliseconds for a page, medians
 */
export function pageWriter(database) {
  // Past the unusual entries that a sample begins with.
  const entries = sampleEntries({ now: Date.now(), seed: 7, count: 1_600 }).slice(600);
  const flipped = (/** @type {FeedbackEntry} */ { status }) =>
    status === "pending" ? "resolved" : "pending";
  const changed = entries.map((entry) => ({ ...entry, status: flipped(entry) }));
  const write100 = async (/** @type {any[]} */ all, /** @type {number} */ at) => {
    const taken = [];
    for (let start = 0; start < all.length; start += 100) {
      const before = performance.now();
      await write(database, all.slice(start, start + 100), at);
      taken.push(performance.now() - before);
    }
    return median(taken);
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
  const mirrored = entries.map((entry) => ({ entry, raw: JSON.stringify(entry) }));
  return database.query
    .transaction()
    .execute((trx) => upsertFeedback(trx, "docs", mirrored, at).then(() => undefined));
}
