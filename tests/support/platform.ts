import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import type { FeedbackEntry } from "../../lib/contract/platform/feedback.ts";
import { type Engine, openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import type { Exclusions } from "../../lib/platform/exclusions.ts";
import { type EmbeddedPlatform, openPlatform } from "../../lib/platform/platform.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { openTestDatabase, type TestDatabase } from "./databases.ts";
import { findNoFiles } from "./find-files.ts";

export const NOW = Date.parse("2026-11-20T12:00:00Z");

/** A clock that only moves when a test advances it. */
export interface MovableClock extends Clock {
  advance(milliseconds: number): void;
}

export function clockAt(instant: number): MovableClock {
  let now = instant;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

export interface TestPlatform extends EmbeddedPlatform {
  clock: MovableClock;
  database: TestDatabase<PlatformSchema>;
  /** A key of the project `docs`. */
  key: string;
  dataDir: string;
  /** Opens the platform again on the same database and data folder, like another process. */
  again(exclusions?: Exclusions): Promise<EmbeddedPlatform>;
  /** Sends a request with `key`. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export const DOCS = { id: "docs", name: "Docs" };

/**
 * Opens a platform with one project and `entries`, on a separate database and data folder.
 * @param environment variables that configure it
 */
export async function openTestPlatform(
  engine: { name: Engine },
  entries: FeedbackEntry[] = [],
  environment: Record<string, string> = {},
): Promise<TestPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), "errata-platform-"));
  const database = await openTestDatabase<PlatformSchema>(engine, "platform", "platform");
  const clock = clockAt(NOW);
  const options = {
    config: parseConfig({ DATA_DIR: dataDir, ...environment }),
    clock,
    log: createLog("silent", () => []),
    sample: { project: DOCS, entries: () => entries },
    findFiles: findNoFiles,
  };
  const platform = await openPlatform({ ...options, database });
  const { key } = await platform.keys.create("docs", "Test");
  const opened = [database.close];
  return {
    ...platform,
    clock,
    database,
    key,
    dataDir,
    again: async (exclusions) => {
      const own = openDatabase<PlatformSchema>(database.location);
      opened.unshift(own.close);
      return openPlatform({ ...options, database: own, exclusions });
    },
    ask: (path, init) => platform.handle(requestWith(key, path, init)),
    close: async () => {
      for (const close of opened) await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function requestWith(key: string, path: string, init: RequestInit = {}): Request {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${key}`);
  return new Request(new URL(path, "http://127.0.0.1"), { ...init, headers });
}

/** Returns a thumbs-only entry with `fields` overridden. */
export function vote(id: string, fields: Partial<FeedbackEntry> = {}): FeedbackEntry {
  return {
    id,
    path: "/guides/authentication",
    comment: null,
    createdAt: "2026-11-01T00:00:00.000Z",
    status: "pending",
    ...fields,
    source: "thumbs_only",
  } as FeedbackEntry;
}
