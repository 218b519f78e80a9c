import "server-only";
import { receivedEntry } from "../contract/platform/feedback.ts";
import { chunks } from "../database/chunks.ts";
import { containsPart, rewriteText } from "../database/rewrite-text.ts";
import { loadFilters, serializeFilters } from "../filters/feedback-filters.ts";
import {
  type ReaderSearch,
  searchFor,
  withoutAddresses,
  withoutAddressesInJson,
} from "../text/reader-address.ts";
import { withoutReaders } from "./forgotten-readers.ts";
import { removeEmptyPages } from "./pages/empty-pages.ts";
import type { StoreDatabase, StoreQuery } from "./schema/schema.ts";
import { skippedItemId } from "./sync/skipped-items.ts";
import { readPageRules } from "./write/page-rules.ts";
import { rowOf } from "./write/write.ts";
import { feedbackTransaction } from "./write/write-lock.ts";

/** Items per read, and per transaction, so that other writers don't wait long. */
const ITEMS_PER_READ = 500;
const ITEMS_PER_WRITE = 100;

const TEXTS = [
  { table: "job", key: ["id"], column: "prompt" },
  { table: "job", key: ["id"], column: "title" },
  { table: "job", key: ["id"], column: "problem" },
  { table: "job", key: ["id"], column: "link_text" },
  { table: "job_message", key: ["id"], column: "prompt" },
  { table: "job_message", key: ["id"], column: "problem" },
  { table: "review_comment", key: ["project_id", "id"], column: "quote" },
  { table: "review_comment", key: ["project_id", "id"], column: "text" },
  { table: "host_comment", key: ["project_id", "job_id", "id"], column: "text" },
  { table: "host_comment", key: ["project_id", "job_id", "id"], column: "quote" },
  { table: "saved_view", key: ["project_id", "id"], column: "name" },
] as const;
const JSON_TEXTS = [
  { table: "job_event", key: ["id"], column: "detail" },
  { table: "feedback", key: ["project_id", "id"], column: "reasons" },
  { table: "feedback_event", key: ["id"], column: "texts" },
  { table: "project_setting", key: ["project_id", "name"], column: "value" },
  { table: "draft", key: ["project_id", "person_id", "id"], column: "content" },
] as const;

/**
 * Removes a reader's address from everything that is stored. Call `rememberForgotten` in an earlier
 * transaction: syncs leave the address out from then on. Can be repeated.
 * @returns the number of changed rows
 */
export async function removeReader(database: StoreDatabase, search: ReaderSearch): Promise<number> {
  const { query } = database;
  const { isForgotten, part } = search;
  let changed = 0;
  for (const projectId of await projectsOf(query)) {
    // A sync that began before the reader was remembered has stored its page after this.
    await feedbackTransaction(query, projectId, async () => {});
    changed += await removeFromFeedback(database, projectId, search);
    changed += await feedbackTransaction(query, projectId, (trx) =>
      removeFromSkippedItems(trx, projectId, search),
    );
  }
  for (const column of TEXTS) {
    const rewrite = (text: string) => withoutAddresses(text, isForgotten);
    changed += await rewriteText(database, column, part, rewrite);
  }
  for (const column of JSON_TEXTS) {
    const rewrite = (text: string) => withoutAddressesInJson(text, isForgotten);
    changed += await rewriteText(database, column, part, rewrite);
  }
  const views = { table: "saved_view", key: ["project_id", "id"], column: "query" } as const;
  const rewrite = (query: string) => withoutAddressesInQuery(query, isForgotten);
  return changed + (await rewriteText(database, views, part, rewrite));
}

/** Removes forgotten addresses from the filters of a saved view. */
function withoutAddressesInQuery(query: string, isForgotten: ReaderSearch["isForgotten"]): string {
  const values = [...new URLSearchParams(query)].map(([name, value]) => [
    name,
    withoutAddresses(value, isForgotten),
  ]);
  return serializeFilters(loadFilters(new URLSearchParams(values))).slice(1);
}

/** Returns how many items of all projects have the address as their contact. */
export async function countByContact({ read }: StoreDatabase, address: string): Promise<number> {
  const { isForgotten, part } = searchFor(address);
  const rows = await read
    .selectFrom("feedback")
    .select("contact")
    .where("contact", "is not", null)
    .where(containsPart("contact", part))
    .execute();
  return rows.filter(
    ({ contact }) => contact !== null && withoutAddresses(contact, isForgotten) !== contact,
  ).length;
}

async function projectsOf(query: StoreQuery): Promise<string[]> {
  const rows = await query
    .selectFrom("facet_group")
    .select("project_id")
    .union(query.selectFrom("quarantine").select("project_id"))
    .execute();
  return rows.map(({ project_id: projectId }) => projectId);
}

async function removeFromFeedback(
  { query, read }: StoreDatabase,
  projectId: string,
  search: ReaderSearch,
): Promise<number> {
  let changed = 0;
  let after = "";
  for (;;) {
    const rows = await read
      .selectFrom("feedback")
      .select(["id", "raw"])
      .where("project_id", "=", projectId)
      .where("id", ">", after)
      .where(containsPart("raw", search.part))
      .orderBy("id")
      .limit(ITEMS_PER_READ)
      .execute();
    const found = rows.filter(({ raw }) => cleanEntry(raw, search) !== null);
    for (const chunk of chunks(found, ITEMS_PER_WRITE)) {
      const ids = chunk.map(({ id }) => id);
      changed += await feedbackTransaction(query, projectId, (trx) =>
        removeFromItems(trx, projectId, ids, search),
      );
    }
    const last = rows.at(-1);
    if (!last || rows.length < ITEMS_PER_READ) return changed;
    after = last.id;
  }
}

async function removeFromItems(
  trx: StoreQuery,
  projectId: string,
  ids: string[],
  search: ReaderSearch,
): Promise<number> {
  const pageRules = await readPageRules(trx, projectId);
  const rows = await trx
    .selectFrom("feedback")
    .select(["id", "raw", "page", "observed_at"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  let changed = 0;
  for (const { id, raw: before, page: pageBefore, observed_at: observedAt } of rows) {
    const clean = cleanEntry(before, search);
    if (!clean) continue;
    const row = rowOf({ projectId, pageRules, observedAt }, clean.entry, clean.raw);
    const { path, page, comment, contact, code, filename, lang, search_text, raw } = row;
    await trx
      .updateTable("feedback")
      .set({ path, page, comment, contact, code, filename, lang, search_text, raw })
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .execute();
    // The name had the address.
    if (page !== pageBefore) await removeEmptyPages(trx, projectId, [pageBefore]);
    changed += 1;
  }
  return changed;
}

/** Returns an item without the reader's address; null if it doesn't have it. */
function cleanEntry(raw: string, { isForgotten }: ReaderSearch) {
  const before = { entry: receivedEntry.parse(JSON.parse(raw)), raw };
  const clean = withoutReaders(before, isForgotten);
  return clean === before ? null : clean;
}

async function removeFromSkippedItems(
  trx: StoreQuery,
  projectId: string,
  { isForgotten, part }: ReaderSearch,
): Promise<number> {
  const rows = await trx
    .selectFrom("quarantine")
    .select(["id", "raw"])
    .where("project_id", "=", projectId)
    .where(containsPart("raw", part))
    .execute();
  let changed = 0;
  for (const { id, raw } of rows) {
    const clean = withoutAddressesInJson(raw, isForgotten);
    if (clean === raw) continue;
    const row = { raw: clean, id: skippedItemId(clean) };
    const own = trx.selectFrom("quarantine").select("id").where("project_id", "=", projectId);
    const isKnown = await own.where("id", "=", row.id).executeTakeFirst();
    const stored = { projectId, id };
    await (isKnown ? deleteSkippedItem(trx, stored) : updateSkippedItem(trx, stored, row));
    changed += 1;
  }
  return changed;
}

async function deleteSkippedItem(
  trx: StoreQuery,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  const own = trx.deleteFrom("quarantine").where("project_id", "=", projectId);
  await own.where("id", "=", id).execute();
}

async function updateSkippedItem(
  trx: StoreQuery,
  { projectId, id }: { projectId: string; id: string },
  row: { id: string; raw: string },
): Promise<void> {
  const own = trx.updateTable("quarantine").set(row).where("project_id", "=", projectId);
  await own.where("id", "=", id).execute();
}
