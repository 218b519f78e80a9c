import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { type Database, type DatabaseLocation, openDatabase } from "../../lib/database/open.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { node } from "../../scripts/setup/project.mjs";
import {
  type MisbehavingPlatform,
  type ServedEntry,
  startMisbehavingPlatform,
} from "./misbehaving-platform.ts";

/** Results of all rounds. Every count of a problem should be 0. */
export interface CrashReport {
  rounds: number;
  /** Pages that were committed by processes before they were killed. */
  pagesBeforeLast: number;
  /** Rounds that left a damaged database or wrong counts. */
  damaged: number;
  /** Entries before a cursor that weren't stored, over all rounds. */
  ahead: number;
  /** Entries that only the platform or only the store has at the end. */
  lost: number;
  /** Searches, over all rounds, whose results differ from a scan of all entries. */
  misfound: number;
  /** Requests that arrived before they were counted. */
  uncounted: number;
  /** Most milliseconds from starting a process to its store's first answer. */
  slowestStart: number;
}

const script = fileURLToPath(new URL("./sync-process.ts", import.meta.url));
/** Entries per round: enough that some are left to sync when a process is killed. */
const ENTRIES_PER_ROUND = 600;
/** Milliseconds that the platform takes per page, and that a process runs once it's ready. */
const PAGE_TAKES = 10;
const LONGEST_LIFE = 250;
/** Milliseconds after which another process takes over from a dead one. */
const LEASE = 150;

/** Starts a process that syncs into the database, and waits until its store answers. */
export async function startSync(
  location: DatabaseLocation,
  platformUrl: string,
  { limit = 1_000_000, lease = 1_000 } = {},
): Promise<{ child: ChildProcess; took: number }> {
  const before = performance.now();
  const given = JSON.stringify({ location, platformUrl, limit, lease });
  const child = spawn(node, ["--conditions=react-server", script, given], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = child.stdout ? once(child.stdout, "data") : Promise.resolve([]);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The process that mirrors ended by itself (${code}).`);
  });
  ended.catch(() => undefined);
  await Promise.race([said, ended]);
  return { child, took: performance.now() - before };
}

/** Kills a process without warning. */
export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/**
 * Repeatedly kills a syncing process at a random moment and checks the database; then lets a process
 * finish the sync.
 * @param location of an empty database
 */
export async function crashRounds(location: DatabaseLocation, times: number): Promise<CrashReport> {
  const platform = await startMisbehavingPlatform(entries(times * ENTRIES_PER_ROUND));
  platform.always((request, response) => {
    setTimeout(() => platform.behave(request, response), PAGE_TAKES);
  });
  const database = openDatabase<StoreSchema>(location);
  try {
    await migrateStore(database);
    return await rounds({ location, platform, database }, times);
  } finally {
    await database.close();
    await platform.close();
  }
}

interface Scene {
  location: DatabaseLocation;
  platform: MisbehavingPlatform;
  database: Database<StoreSchema>;
}

async function rounds(
  { location, platform, database }: Scene,
  times: number,
): Promise<CrashReport> {
  const report: CrashReport = {
    rounds: times,
    pagesBeforeLast: 0,
    damaged: 0,
    ahead: 0,
    lost: 0,
    misfound: 0,
    uncounted: 0,
    slowestStart: 0,
  };
  for (let round = 0; round < times; round += 1) {
    const { child, took } = await startSync(location, platform.url, { lease: LEASE });
    report.slowestStart = Math.max(report.slowestStart, took);
    // Once the killed process's lease has expired, some pages are synced even on a slow machine.
    await untilRequests(platform, platform.requests.length + 1 + (round % 4));
    await wait(Math.random() * LONGEST_LIFE);
    await kill(child);
    if (!(await isValid(location, database))) report.damaged += 1;
    report.misfound += await misfound(location, database);
    report.ahead += await leftBehind(database, platform.entries);
    report.uncounted += await uncounted(database, platform);
  }
  report.pagesBeforeLast = await pagesRead(database);
  const { child } = await startSync(location, platform.url);
  await untilRead(database);
  await kill(child);
  report.misfound += await misfound(location, database);
  report.lost = await difference(database, platform.entries);
  report.uncounted += await uncounted(database, platform);
  return report;
}

function entries(count: number): ServedEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `fb_${index}`,
    path: "/guides/auth",
    comment: `Comment ${index} ${"word ".repeat(20)}`,
    createdAt: new Date(Date.UTC(2026, 9, 1) - index * 60_000).toISOString(),
    source: "agent",
    status: "pending",
  }));
}

async function isValid(
  { file }: { file: string },
  { engine, query }: Database<StoreSchema>,
): Promise<boolean> {
  if (engine === "sqlite") {
    // On a new connection, because an open one caches its text index.
    const fresh = new SQLite(file, { readonly: true });
    const check = fresh.pragma("integrity_check");
    fresh.close();
    if (JSON.stringify(check) !== '[{"integrity_check":"ok"}]') return false;
  }
  // The counts must match, because they are written in the same transaction.
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from feedback) as entries,
      coalesce((select entries from sync), 0) as by_sync,
      coalesce((select sum(entries) from facet_group), 0) as by_kind,
      coalesce((select sum(entries) from feedback_day), 0) as by_day,
      coalesce((select sum(entries) from feedback_page), 0) as by_page
  `.execute(query);
  return new Set(Object.values(rows[0] ?? {})).size === 1;
}

/** Counts entries before the cursor that weren't stored. On this platform, a cursor is an offset. */
async function leftBehind(database: Database<StoreSchema>, all: ServedEntry[]): Promise<number> {
  const { query } = database;
  const lanes = await query
    .selectFrom("sync_lane")
    .selectAll()
    .where("lane", "=", "full")
    .execute();
  const cursor = Number(JSON.parse(lanes[0]?.state ?? "{}").cursor ?? 0);
  const stored = await storedIds(database);
  return all.slice(0, cursor).filter(({ id }) => !stored.has(id)).length;
}

/** Searches of one, two, and more letters that match many entries, few, or none. */
const SEARCHED = ["comment 1", "0 word", "guides", "77", "7", "zebra"];

/** Compares searches with a scan, on a new connection. The text index is written with each page. */
async function misfound(
  location: DatabaseLocation,
  { query }: Database<StoreSchema>,
): Promise<number> {
  const fresh = openDatabase<StoreSchema>(location);
  const feedback = createFeedbackStore(fresh);
  let wrong = 0;
  for (const q of SEARCHED) {
    const phrase = { ...NO_FILTERS, q: `"${q}"` };
    const { ids } = await feedback.ids("docs", phrase);
    const { total } = await feedback.facets("docs", phrase);
    const read = await query
      .selectFrom("feedback")
      .select("id")
      .where("search_text", "like", `%${q}%`)
      .execute();
    const indexed = new Set(ids);
    const same = indexed.size === read.length && read.every(({ id }) => indexed.has(id));
    if (!same || total !== read.length) wrong += 1;
  }
  await fresh.close();
  return wrong;
}

async function uncounted(
  { query }: Database<StoreSchema>,
  platform: MisbehavingPlatform,
): Promise<number> {
  const arrived = platform.requests.length;
  const { counted } = await query
    .selectFrom("platform_request")
    .select((eb) => eb.fn.countAll<number>().as("counted"))
    .executeTakeFirstOrThrow();
  return Math.max(0, arrived - counted);
}

async function pagesRead({ query }: Database<StoreSchema>): Promise<number> {
  const row = await query.selectFrom("sync").select("pages_read").executeTakeFirst();
  return row?.pages_read ?? 0;
}

async function untilRequests({ requests }: MisbehavingPlatform, count: number): Promise<void> {
  while (requests.length < count) await wait(1);
}

async function untilRead({ query }: Database<StoreSchema>): Promise<void> {
  for (;;) {
    const row = await query.selectFrom("sync").select("phase").executeTakeFirst();
    if (row?.phase === "following") return;
    await wait(20);
  }
}

async function difference(database: Database<StoreSchema>, all: ServedEntry[]): Promise<number> {
  const stored = await storedIds(database);
  const missing = all.filter(({ id }) => !stored.has(id)).length;
  return missing + Math.max(0, stored.size - (all.length - missing));
}

async function storedIds({ query }: Database<StoreSchema>): Promise<Set<string>> {
  const rows = await query.selectFrom("feedback").select("id").execute();
  return new Set(rows.map(({ id }) => id));
}
