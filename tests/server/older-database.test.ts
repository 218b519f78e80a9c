import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { createBackup } from "../../lib/services/backup/create.ts";
import { moveData } from "../../lib/services/backup/move.ts";
import { restoreBackup } from "../../lib/services/backup/restore.ts";
import { verifyData } from "../../lib/services/backup/verify.ts";
import * as commands from "../../lib/services/commands.ts";
import { assertUpdated } from "../../lib/services/database-check.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { forgetConfig } from "../support/forget-config.ts";
import { finishMigration, openEarlierVersion } from "../support/killed-migration.ts";

const NOW = Date.parse("2026-11-22T10:00:00Z");
const OLDER = /from an earlier version of Errata.*Start this version once/;

describe.each(engines)("commands on $name", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let dataDir: string;
  const settings = () =>
    parseConfig({ DATA_DIR: dataDir, DATABASE_URL: database.location.databaseUrl ?? undefined });

  beforeEach(async () => {
    database = await openTestDatabase<StoreSchema>(engine, "errata");
    const { file } = database.location;
    dataDir = file ? dirname(file) : mkdtempSync(join(tmpdir(), "errata-older-"));
    vi.stubEnv("DATA_DIR", dataDir);
    vi.stubEnv("LOCAL_KEY", "on");
    vi.stubEnv("DATABASE_URL", database.location.databaseUrl ?? "");
    forgetConfig();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    forgetConfig();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("leave a database as the earlier version needs it, and say what to do", async () => {
    await openEarlierVersion(database, 1);
    const done = async () =>
      (await sql`select name from store_migration order by name`.execute(database.query)).rows;
    const before = await done();
    await expect(commands.openEmbeddedPlatform(true)).rejects.toThrow(OLDER);
    await expect(commands.createLocalLink()).rejects.toThrow(OLDER);
    await expect(commands.forgetReaderByAddress("a@b.example", by)).rejects.toThrow(OLDER);
    await expect(verifyData(settings())).rejects.toThrow(OLDER);
    const to = engine.name === "sqlite" ? "postgres" : "sqlite";
    const databaseUrl = database.location.databaseUrl ?? "postgres://127.0.0.1:9/unused";
    await expect(moveData(to, { dataDir, databaseUrl }, NOW)).rejects.toThrow(OLDER);
    expect(await done()).toEqual(before);
  });

  test("create no database, but for those that a first command may need", async () => {
    const missing = /^No database of Errata found .*start Errata once\.$/;
    await expect(commands.openEmbeddedPlatform(false)).rejects.toThrow(missing);
    await expect(commands.createLocalLink()).rejects.toThrow(missing);
    await expect(commands.forgetReaderByAddress("a@b.example", by)).rejects.toThrow(missing);
    expect(existsSync(join(dataDir, "platform.sqlite"))).toBe(false);
    await (await commands.openEmbeddedPlatform(true)).close();
    await expect(assertUpdated(settings())).resolves.toBeUndefined();
  });
});

const by = { id: "someone", name: "Someone" };

test("a backup of an earlier version can be made and restored by this one, and is updated then", async () => {
  const database = await openTestDatabase<StoreSchema>("sqlite", "errata");
  const place = { dataDir: dirname(database.location.file), databaseUrl: null };
  await openEarlierVersion(database, 3);
  const backup = join(place.dataDir, "backups", "before");
  await createBackup(place, backup, NOW);
  await database.query.deleteFrom("sync").execute();
  await restoreBackup(place, backup, NOW);
  expect(readdirSync(place.dataDir)).toContain("errata.sqlite");
  expect(await finishMigration({ ...database.location })).toEqual([]);
  await database.close();
});
