import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PlatformConfig } from "../../lib/config.ts";
import { type Migrations, migrate } from "../../lib/database/migrate.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { platformRoom } from "../../lib/platform/schema/schema.ts";
import { createBackup } from "../../lib/services/backup/create.ts";
import { lastBackup } from "../../lib/services/backup/last-backup.ts";
import { restoreBackup } from "../../lib/services/backup/restore.ts";
import { verifyBackup, verifyData } from "../../lib/services/backup/verify.ts";
import { createLease } from "../../lib/store/lease.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { engines, openTestDatabase } from "../support/databases.ts";
import { finishMigration, killMigration, openEarlierVersion } from "../support/killed-migration.ts";
import { mirrored } from "../support/ledger.ts";

const NOW = Date.UTC(2026, 10, 22);

describe("a backup", () => {
  let folder: string;
  let dataDir: string;
  let database: Database<StoreSchema>;
  const settings = () => ({
    dataDir,
    databaseUrl: null,
    platform: { mode: "embedded" } as PlatformConfig,
  });
  const ids = async () =>
    (await database.query.selectFrom("feedback").select("id").orderBy("id").execute()).map(
      ({ id }) => id,
    );
  const open = () =>
    openDatabase<StoreSchema>({ databaseUrl: null, file: join(dataDir, "errata.sqlite") });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "errata-backup-"));
    dataDir = join(folder, "data");
    database = open();
    await migrateStore(database);
    await mirrored(
      database,
      "docs",
      Array.from({ length: 20 }, (_, n) => ({
        id: `a${n}`,
        comment: `The token number ${n} fails`,
      })),
    );
    await sql`insert into sync (project_id, phase, pages_read, started_at, entries, next_at)
      values ('docs', 'following', 1, 1, 20, 0)`.execute(database.query);
    const platform = openDatabase({ databaseUrl: null, file: join(dataDir, "platform.sqlite") });
    await migrate(platform, platformRoom);
    await platform.close();
    execFileSync("git", [
      "init",
      "-q",
      "--bare",
      "-b",
      "main",
      join(dataDir, "repository/docs.git"),
    ]);
    const commit = ["commit-tree", "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "-m", "First"];
    const repository = join(dataDir, "repository/docs.git");
    execFileSync("git", ["-C", repository, "hash-object", "-t", "tree", "-w", "/dev/null"]);
    const id = execFileSync("git", [
      "-C",
      repository,
      "-c",
      "user.name=A",
      "-c",
      "user.email=a@b",
      ...commit,
    ])
      .toString()
      .trim();
    execFileSync("git", ["-C", repository, "update-ref", "refs/heads/main", id]);
    writeFileSync(join(dataDir, "repository/id"), "the-id-of-the-folder\n");
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("made while people write can be verified and restored, with the earlier files kept", async () => {
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++) {
        await database.query.transaction().execute(async (trx) => {
          await mirrored({ ...database, query: trx }, "docs", [{ id: `b${n}` }]);
          await trx
            .updateTable("sync")
            .set({ entries: 21 + n })
            .execute();
        });
      }
    })();
    const backup = join(folder, "backup");
    const made = await createBackup(settings(), backup, NOW);
    writing = false;
    await writer;
    expect(made.repositories).toEqual(["docs.git"]);
    expect(await verifyBackup(backup)).toEqual([]);
    expect(await lastBackup(dataDir)).toBe(NOW);

    await mirrored(database, "docs", [{ id: "later" }]);
    await database.close();
    const earlier = await restoreBackup(settings(), backup, NOW);
    expect(readFileSync(join(dataDir, "repository/id"), "utf8")).toBe("the-id-of-the-folder\n");
    expect(readdirSync(earlier ?? "")).toContain("errata.sqlite");
    database = open();
    expect(await ids()).toContain("a0");
    expect(await ids()).not.toContain("later");
    const repository = join(dataDir, "repository/docs.git");
    expect(execFileSync("git", ["-C", repository, "log", "--format=%s", "main"]).toString()).toBe(
      "First\n",
    );
  });

  test("isn't restored while Errata runs, or when it is damaged or incomplete", async () => {
    const backup = join(folder, "backup");
    await createBackup(settings(), backup, NOW);
    await expect(createBackup(settings(), backup, NOW)).rejects.toThrow("already exists");
    const clock = { now: () => NOW };
    const lease = createLease({
      database,
      clock,
      name: "mirror",
      holder: "server",
      duration: 15_000,
    });
    await lease.hold();
    await expect(restoreBackup(settings(), backup, NOW)).rejects.toThrow("Errata is running");
    await lease.release();
    writeFileSync(join(backup, "platform.sqlite"), "garbage".repeat(1_000));
    await expect(restoreBackup(settings(), backup, NOW)).rejects.toThrow("The backup is damaged");
    rmSync(join(backup, "backup.json"));
    await expect(restoreBackup(settings(), backup, NOW)).rejects.toThrow("isn't a complete backup");
    expect(await ids()).toHaveLength(20);
  });

  test("needs the built-in platform's file only where that platform is used", async () => {
    rmSync(join(dataDir, "platform.sqlite"));
    expect(await verifyData(settings())).toEqual([
      `${join(dataDir, "platform.sqlite")} is missing`,
    ]);
    const platform: PlatformConfig = {
      mode: "hosted",
      url: "http://localhost",
      apiKey: "key",
      projects: [],
    };
    expect(await verifyData({ ...settings(), platform })).toEqual([]);
    const backup = join(folder, "backup");
    await createBackup(settings(), backup, NOW);
    expect(await verifyBackup(backup)).toEqual([]);
    rmSync(join(backup, "errata.sqlite"));
    expect(await verifyBackup(backup)).toEqual([`${join(backup, "errata.sqlite")} is missing`]);
  });

  test("of PostgreSQL that is damaged or can't be restored leaves everything where it was", async () => {
    const backup = join(folder, "backup");
    await createBackup(settings(), backup, NOW);
    const manifest = JSON.parse(readFileSync(join(backup, "backup.json"), "utf8"));
    writeFileSync(
      join(backup, "backup.json"),
      JSON.stringify({ ...manifest, engine: "postgres", databases: [] }),
    );
    const postgres = await openTestDatabase("postgres", "restore");
    const { databaseUrl } = postgres.location;
    const restore = () => restoreBackup({ dataDir, databaseUrl }, backup, NOW);
    writeFileSync(join(dataDir, "dashboard.key"), "key");
    const files = () =>
      readdirSync(dataDir)
        .filter((name) => name !== "backups")
        .sort();
    const before = files();

    writeFileSync(join(backup, "database.dump"), "garbage");
    await expect(restore()).rejects.toThrow("pg_restore");
    expect(files()).toEqual(before);

    // The installed programs may not fit the server, so a script stands in for one that fails halfway.
    const script = '#!/bin/sh\n[ "$1" = --list ] || { echo "no space left" >&2; exit 1; }\n';
    writeFileSync(join(folder, "pg_restore"), script, { mode: 0o755 });
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    await expect(restore()).rejects.toThrow("pg_restore failed: no space left");
    vi.unstubAllEnvs();
    expect(files()).toEqual(before);
    await postgres.close();
  });

  test("of PostgreSQL with an older pg_dump says what to install", async () => {
    const mismatch = "pg_dump: error: aborting because of server version mismatch";
    const script = `#!/bin/sh\nprintf '${mismatch}\\npg_dump: detail: 18.4' >&2\nexit 1\n`;
    writeFileSync(join(folder, "pg_dump"), script, { mode: 0o755 });
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    const databaseUrl = "postgres://127.0.0.1:1/errata";
    await expect(
      createBackup({ ...settings(), databaseUrl }, join(folder, "backup"), NOW),
    ).rejects.toThrow(/older than the database's server\. Install the PostgreSQL client programs/);
    vi.unstubAllEnvs();
  });

  test("verification finds lost counts, lost searches, and damaged pages", async () => {
    expect(await verifyData(settings())).toEqual([]);
    const { query } = database;
    await sql`update feedback_day set entries = entries + 1`.execute(query);
    await sql`delete from feedback_index_trigram`.execute(query);
    const problems = await verifyData(settings());
    expect(problems).toEqual([
      "There are 20 items, but the counts by day has 21",
      "20 of 20 searches didn't find their item",
      ...Array(5).fill("A search finds 0 items, but 1 contain its text"),
    ]);
  });

  test("of the file is made before a migration, once for all attempts, and three are kept", async () => {
    const file = join(dataDir, "platform.sqlite");
    for (let version = 1; version <= 5; version++) {
      const platform = openDatabase({ databaseUrl: null, file });
      const added = Object.fromEntries(
        Array.from({ length: version }, (_, n) => [`9${n}_test`, async () => undefined]),
      );
      const failing = { [`9${version - 1}_test`]: () => Promise.reject(new Error("interrupted")) };
      const updated = (migrations: Migrations) => ({
        ...platformRoom,
        migrations: { ...platformRoom.migrations, ...migrations },
      });
      const attempt = migrate(platform, updated({ ...added, ...failing }));
      await expect(attempt).rejects.toThrow("interrupted");
      await migrate(platform, updated(added));
      await platform.close();
    }
    const copies = readdirSync(join(dataDir, "backups")).sort();
    expect(copies.map((name) => name.slice(-15))).toEqual([
      "-92_test.sqlite",
      "-93_test.sqlite",
      "-94_test.sqlite",
    ]);
    const copy = new SQLite(join(dataDir, "backups", copies[2] ?? ""), { readonly: true });
    const { n } =
      copy
        .prepare<[], { n: number }>(
          "select count(*) as n from platform_migration where name like '9%'",
        )
        .get() ?? {};
    copy.close();
    expect(n).toBe(4);

    // Any of them can be restored, and replaces that file alone.
    await database.close();
    writeFileSync(join(dataDir, "dashboard.key"), "key");
    const restored = join(dataDir, "backups", copies[0] ?? "");
    const earlier = await restoreBackup(settings(), restored, NOW);
    expect(readdirSync(earlier ?? "")).toEqual(["platform.sqlite"]);
    expect(existsSync(join(dataDir, "dashboard.key"))).toBe(true);
    const back = new SQLite(file, { readonly: true });
    const names = "select name from platform_migration where name like '9%' order by name";
    expect(back.prepare(names).pluck().all()).toEqual(["90_test", "91_test"]);
    back.close();
    database = open();
    expect(await ids()).toHaveLength(20);
  });

  test("is neither any file nor one of the other engine", async () => {
    const file = join(folder, "notes.sqlite");
    for (const content of ["", "Words", "SQLite format 3\0"]) {
      writeFileSync(file, content);
      await expect(restoreBackup(settings(), file, NOW)).rejects.toThrow("isn't a copy");
    }
    writeFileSync(file, "PGDMP");
    await expect(restoreBackup(settings(), file, NOW)).rejects.toThrow("Set DATABASE_URL");
    expect(await ids()).toHaveLength(20);
  });
});

describe.each(engines)("a migration on $name", (engine) => {
  test("that is killed leaves the old or the new schema, and the next start finishes it", async () => {
    const database = await openTestDatabase<StoreSchema>(engine, "killed");
    await openEarlierVersion(database, 300);
    for (const after of [0, 120]) {
      expect(["old", "new"]).toContain(await killMigration(database.location, after));
    }
    expect(await finishMigration(database.location)).toEqual([]);
    expect(await verifyStore(database)).toEqual([]);
    expect(existsSync(database.location.file)).toBe(engine.name === "sqlite");
    await database.close();
  });
});
