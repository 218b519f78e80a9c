import { setImmediate as otherWork, setTimeout as wait } from "node:timers/promises";
import { expect, vi } from "vitest";
import type { ExportStatus } from "../../lib/contract/api/sync.ts";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { type Database, type Engine, openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createExportSource } from "../../lib/mirror/export/export-source.ts";
import { nextDue } from "../../lib/mirror/export/next-step.ts";
import { createMirror, type Mirror } from "../../lib/mirror/mirror.ts";
import { createRequestBudget } from "../../lib/platform-client/budget.ts";
import { createPlatformClient } from "../../lib/platform-client/client.ts";
import { networkTransport } from "../../lib/platform-client/transport.ts";
import { createLease } from "../../lib/store/lease.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSkippedItems } from "../../lib/store/sync/skipped-items.ts";
import { createSyncStore } from "../../lib/store/sync/store.ts";
import { openTestStore, type TestDatabase } from "./databases.ts";
import {
  type MisbehavingPlatform,
  type ServedEntry,
  startMisbehavingPlatform,
} from "./misbehaving-platform.ts";

/** Start time of every rig's clock. */
export const START = Date.UTC(2026, 10, 2, 12);
export const MINUTE = 60_000;

/** A mirror of a misbehaving platform, with a real database and a clock that the test advances. */
export interface MirrorRig {
  database: TestDatabase<StoreSchema>;
  platform: MisbehavingPlatform;
  /** Epoch milliseconds. Reading the clock advances it by one, so that no two pages have the same time. */
  time: number;
  projects: { id: string; name: string }[];
  allowance: { limit: number; reserve: number };
  /** The client's deadline in milliseconds. */
  deadline: number;
  /** Duration of the lease in milliseconds. Longer leases are renewed less often. */
  lease: number;
  start(holder?: string, store?: Database<StoreSchema>): Mirror<ExportStatus>;
  /** Opens the same database again, like another process. */
  again(): Database<StoreSchema>;
  stored(id: string): Promise<Stored | undefined>;
  /** Resolves when everything is synced and nothing is due. */
  settled(mirror: Mirror<ExportStatus>): Promise<ExportStatus>;
  /** Resolves after this many requests. */
  seen(requests: number): Promise<void>;
  /** Resolves once the store says that nothing is due. Waits are counted from when they are stored. */
  idle(): Promise<void>;
  /** Waits long enough for a mirror to send a request, and checks that none did. */
  quiet(): Promise<void>;
  /** The cursors of the full sync, without checks for new items. */
  cursors(): (string | null)[];
  /**
   * Advances the clock by exactly this much and runs everything when it becomes due. The clock only
   * moves while the mirror has nothing to do, so how long real work takes doesn't matter.
   */
  pass(milliseconds: number): Promise<void>;
  /** Checks that the store has exactly the platform's entries, each once. */
  expectSame(): Promise<void>;
  close(): Promise<void>;
}

interface Stored {
  id: string;
  team_status: string;
  source: string;
  raw: string;
  comment: string | null;
  deleted_at: number | null;
  observed_at: number;
}

/** Returns the entry with this age; the initial entries are an hour apart. */
export function entry(age: number, changes: Record<string, unknown> = {}): ServedEntry {
  return {
    id: `fb_${age}`,
    path: "/guides/auth",
    comment: `Comment ${age}`,
    createdAt: new Date(START - (age + 1) * HOUR).toISOString(),
    source: "agent",
    status: "pending",
    ...changes,
  };
}

export function entriesOf(count: number): ServedEntry[] {
  return Array.from({ length: count }, (_, age) => entry(age));
}

export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 120_000, interval: 20 });

export async function openMirrorRig(engine: Engine, entries = 450): Promise<MirrorRig> {
  const database = await openTestStore(engine, "mirror");
  const platform = await startMisbehavingPlatform(entriesOf(entries));
  const sync = createSyncStore(database);
  const mirrors: Mirror[] = [];
  const others: Database<StoreSchema>[] = [];
  const clock = {
    now: () => {
      rig.time += 1;
      return rig.time;
    },
  };
  const log = createLog("silent", () => []);

  /** When the next project is due. */
  const nextRequest = async (): Promise<number> => {
    const records = rig.projects.map(({ id }) => sync.read(id, rig.time));
    return Math.min(
      ...(await Promise.all(records)).map((record) => nextDue(record, rig.time, false).at),
    );
  };

  let passing: { end: number; over: () => void } | null = null;
  let wake = new AbortController();
  const rest = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    if (passing && rig.time >= passing.end) {
      passing.over();
      passing = null;
    }
    if (!passing) {
      const signals = signal ? [signal, wake.signal] : [wake.signal];
      return wait(10, undefined, { signal: AbortSignal.any(signals) });
    }
    // Nothing happens before the next request, so the clock moves there at once.
    const next = await nextRequest();
    rig.time = Math.min(passing.end, Math.max(rig.time + milliseconds, next));
    await otherWork();
  };

  const start: MirrorRig["start"] = (holder = "this-process", store = database) => {
    const allowance = () => rig.allowance;
    const budget = createRequestBudget({ database: store, clock, allowance });
    const client = createPlatformClient({
      baseUrl: platform.url,
      send: networkTransport,
      budget,
      clock,
      log,
      apiKey: async () => holder,
      delay: async () => undefined,
      timeouts: { request: rig.deadline },
    });
    const mirror = createMirror({
      source: createExportSource({
        client,
        budget,
        clock,
        log,
        sync: createSyncStore(store),
        skippedItems: createSkippedItems(store, clock),
      }),
      clock,
      log,
      projects: () => rig.projects,
      lease: createLease({ database: store, clock, name: "mirror", holder, duration: rig.lease }),
      delay: rest,
    });
    mirrors.push(mirror);
    mirror.start();
    return mirror;
  };

  const rig: MirrorRig = {
    database,
    platform,
    time: START,
    // Longer than `until` waits, so that a slow machine never looks like a slow platform.
    deadline: 60_000,
    lease: 15_000,
    projects: [{ id: "docs", name: "Docs" }],
    allowance: { limit: 100, reserve: 20 },
    start,
    again: () => {
      const other = openDatabase<StoreSchema>(database.location);
      others.push(other);
      return other;
    },
    stored: (id) =>
      database.query.selectFrom("feedback").selectAll().where("id", "=", id).executeTakeFirst(),
    settled: (mirror) =>
      until(async () => {
        const status = await mirror.status("docs");
        expect(status.phase, JSON.stringify(status.problem)).toBe("following");
        expect(status.nextRequestAt).toBeGreaterThan(rig.time);
        return status;
      }),
    seen: (requests) =>
      until(() => expect(platform.requests.length).toBeGreaterThanOrEqual(requests)),
    idle: () => until(async () => expect(await nextRequest()).toBeGreaterThan(rig.time)),
    quiet: async () => {
      const before = platform.requests.length;
      await wait(60);
      expect(platform.requests.length).toBe(before);
    },
    cursors: () =>
      platform.requests
        .filter(({ query }) => !query.has("dateFrom"))
        .map(({ query }) => query.get("cursor")),
    pass: (milliseconds) =>
      new Promise((over) => {
        passing = { end: rig.time + milliseconds, over };
        wake.abort();
        wake = new AbortController();
      }),
    expectSame: async () => {
      const rows = await database.query
        .selectFrom("feedback")
        .select("id")
        .where("deleted_at", "is", null)
        .execute();
      expect(rows.map(({ id }) => id).sort()).toEqual(platform.entries.map(({ id }) => id).sort());
    },
    close: async () => {
      await Promise.all(mirrors.map((mirror) => mirror.stop()));
      await Promise.all(others.map((other) => other.close()));
      await platform.close();
      await database.close();
    },
  };
  return rig;
}
