import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { migrate } from "../../lib/database/migrate.ts";
import { openDatabase } from "../../lib/database/open.ts";
import * as log from "../../lib/log.ts";
import { platformRoom } from "../../lib/platform/schema/schema.ts";
import { openTestDatabase } from "../support/databases.ts";
import { postgresForDumps } from "../support/dumped-postgres.ts";
import { addressOf, administer } from "../support/postgres-administration.ts";

describe("a PostgreSQL database", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "errata-copies-"));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Migrates to a version with so many migrations that do nothing. */
  const upgrade = async (databaseUrl: string | null, version: number) => {
    const database = openDatabase({ databaseUrl, file: join(folder, "errata.sqlite") });
    const added = Object.fromEntries(
      Array.from({ length: version }, (_, n) => [`9${n}_test`, async () => undefined]),
    );
    const migrations = { ...platformRoom.migrations, ...added };
    await migrate(database, { ...platformRoom, migrations }).finally(database.close);
  };
  const copies = () => readdirSync(join(folder, "backups")).sort();

  test("is dumped before a migration, and three dumps are kept @thorough", async ({ skip }) => {
    const postgres = await postgresForDumps(inject("postgresUrl"));
    if ("missing" in postgres) return skip(postgres.missing);
    const name = "errata_dumped";
    try {
      await administer(postgres.url, `create database ${name}`);
      const url = addressOf(postgres.url, name);
      await upgrade(url, 0);
      // A new database has nothing to copy.
      expect(readdirSync(folder)).toEqual([]);
      for (let version = 1; version <= 5; version++) await upgrade(url, version);
      await upgrade(url, 5);
      expect(copies().map((copy) => copy.slice(-13))).toEqual([
        ...["-92_test.dump", "-93_test.dump", "-94_test.dump"],
      ]);
      const newest = join(folder, "backups", copies()[2] ?? "");
      expect(statSync(newest).mode & 0o777).toBe(0o600);
      // The dump is of the version before.
      await administer(postgres.url, `create database ${name}_restored`);
      const restored = addressOf(postgres.url, `${name}_restored`);
      execFileSync("pg_restore", ["--no-owner", "--dbname", restored, newest]);
      const database = openDatabase({ databaseUrl: restored, file: "" });
      const done = sql<{ n: number }>`select count(*) as n from platform_migration
        where name like '9%'`.execute(database.query);
      expect((await done.finally(database.close)).rows).toEqual([{ n: 4 }]);
    } finally {
      for (const each of [name, `${name}_restored`]) {
        await administer(postgres.url, `drop database if exists ${each} with (force)`);
      }
      await postgres.stop();
    }
  });

  test.each([
    ["pg_dump wasn't found", null],
    [
      "pg_dump is older than the server",
      'echo "pg_dump: error: aborting because of server version mismatch" >&2; exit 1',
    ],
  ])("is upgraded without a copy when %s, and the log says so", async (reason, script) => {
    const [warn, info] = [vi.fn(), vi.fn()];
    vi.spyOn(log, "processLog").mockReturnValue({ warn, info } as unknown as log.Log);
    const postgres = await openTestDatabase("postgres", "no_dump", "platform");
    try {
      installPrograms(script);
      await upgrade(postgres.location.databaseUrl, 1);
      expect(copies()).toEqual([]);
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        { room: "platform" },
        expect.stringMatching(
          new RegExp(
            `^the database wasn't copied .*: ${reason}\\. Before the next upgrade, install`,
          ),
        ),
      );
      const migration = { room: "platform", migration: expect.stringMatching(/^9/) };
      expect(info.mock.calls).toEqual([
        [migration, "migration started"],
        [{ ...migration, ms: expect.any(Number) }, "migration finished"],
      ]);
    } finally {
      await postgres.close();
    }
  });

  test("isn't upgraded when the copy fails for another reason", async () => {
    const postgres = await openTestDatabase("postgres", "failed_dump", "platform");
    try {
      installPrograms('echo "pg_dump: error: no space left on device" >&2; exit 1');
      await expect(upgrade(postgres.location.databaseUrl, 1)).rejects.toThrow("no space left");
      expect(copies()).toEqual([]);
      const done = await sql`select 1 from platform_migration where name like '9%'`.execute(
        postgres.query,
      );
      expect(done.rows).toEqual([]);
    } finally {
      await postgres.close();
    }
  });

  /** Makes the programs of a folder the only ones: `pg_dump` is the script, or missing. */
  function installPrograms(script: string | null): void {
    const programs = join(folder, "programs");
    mkdirSync(programs);
    if (script !== null) {
      writeFileSync(join(programs, "pg_dump"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    vi.stubEnv("PATH", programs);
  }
});
