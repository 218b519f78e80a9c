import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../lib/database/open.ts";
import { keepPrivate } from "../../lib/services/private-files.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";

let folder: string;
let umask: number;

beforeEach(() => {
  umask = process.umask(0o022);
  folder = mkdtempSync(join(tmpdir(), "errata-private-"));
  chmodSync(folder, 0o755);
});

afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8);

test("a data folder of an earlier version is closed to other users", async () => {
  for (const name of [
    "errata.sqlite",
    "platform.sqlite",
    "dashboard.key",
    "server.json",
    "server.lock",
  ]) {
    writeFileSync(join(folder, name), "", { mode: 0o644 });
  }
  for (const name of ["repository", "worktrees", "backups"]) mkdirSync(join(folder, name));
  expect(await keepPrivate(folder)).toEqual([]);
  expect(modeOf()).toBe("700");
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    expect(modeOf(entry.name)).toBe(entry.isDirectory() ? "700" : "600");
  }
});

test("every file of a new database is closed to other users", async () => {
  await keepPrivate(folder);
  const file = join(folder, "errata.sqlite");
  const database = openDatabase<StoreSchema>({ databaseUrl: null, file });
  await migrateStore(database);
  const names = readdirSync(folder).sort();
  expect(names).toEqual(["errata.sqlite", "errata.sqlite-shm", "errata.sqlite-wal"]);
  for (const name of names) expect({ name, mode: modeOf(name) }).toEqual({ name, mode: "600" });
  await database.close();
});

test("what belongs to other programs stays as it is", async () => {
  mkdirSync(join(folder, "another-program"));
  writeFileSync(join(folder, "elsewhere"), "", { mode: 0o644 });
  symlinkSync(join(folder, "elsewhere"), join(folder, "errata.sqlite"));
  await keepPrivate(folder);
  expect([modeOf(), modeOf("another-program"), modeOf("elsewhere")]).toEqual(["755", "755", "644"]);
});
