import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import SQLite from "better-sqlite3";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { openDatabase } from "../../lib/database/open.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { VERSION } from "../../lib/version.ts";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { openTestDatabase } from "../support/databases.ts";
import { because, noSandbox } from "../support/sandbox.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const check = ["--conditions=react-server", "scripts/check.ts"];

let folder: string;
let port: number;
let listener: Server | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "errata-start-"));
  port = await freePort();
});

afterEach(async () => {
  await new Promise((resolve) => (listener ? listener.close(resolve) : resolve(undefined)));
  listener = undefined;
  rmSync(folder, { recursive: true, force: true });
});

test("prints where the server will listen", async () => {
  const { code, stdout, stderr } = await run(check, {});
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual({
    host: "127.0.0.1",
    port,
    publicUrl: `http://127.0.0.1:${port}`,
  });
});

test("npm start explains how to fix a port that is in use", async () => {
  const other = createServer();
  listener = other;
  await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
  const { code, stdout, stderr } = await run(["scripts/start.mjs"], {});
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(
    `Port ${port} is in use by another program. Stop it, or choose another: PORT=${port + 1} npm start\n`,
  );
});

test("explains how to fix a data folder that isn't writable", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  const { code, stderr } = await run(check, { DATA_DIR: join(file, "data") });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^DATA_DIR: .*a-file\/data can't be written to \(ENOTDIR\)\. .*DATA_DIR=/);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("explains that nothing can be created below /proc, instead of trying for ever", async () => {
  const { code, stderr } = await run(check, { DATA_DIR: "/proc/nope" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^DATA_DIR: \/proc\/nope can't be written to \(E\w+\)\. /);
});

test("names a folder for the agent that doesn't exist @thorough", async () => {
  const { code, stderr } = await run(check, { AGENT_COMMAND: "true", AGENT_FOLDERS: "/none/such" });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "AGENT_FOLDERS: /none/such doesn't exist. Create it, or remove it from the list.\n",
  });
});

test("prints one line per invalid value", async () => {
  const { code, stderr } = await run(check, { PORT: "eighty", PLATFORM_RESERVE: "-1" });
  expect(code).toBe(1);
  expect(stderr.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^PORT: must be a whole number/),
    expect.stringMatching(/^PLATFORM_RESERVE: must be a whole number/),
  ]);
});

test("names an unreachable database without its password", async () => {
  const { code, stderr } = await run(check, {
    DATABASE_URL: `postgres://errata:canary-password@127.0.0.1:${port}/errata`,
  });
  expect(code).toBe(1);
  expect(stderr).toContain(`DATABASE_URL: can't connect to PostgreSQL at 127.0.0.1:${port}`);
  expect(stderr).not.toContain("canary-password");
});

describe("a database that can't be used", () => {
  const dataDir = () => join(folder, "data");
  const file = (name: string) => join(dataDir(), name);

  /** Creates the store of a server that has run. */
  const databases = async () => {
    mkdirSync(dataDir());
    const store = openDatabase<StoreSchema>({ databaseUrl: null, file: file("errata.sqlite") });
    await migrateStore(store);
    await store.close();
  };
  const sentence = async (environment: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await run(["scripts/start.mjs"], environment);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    return stderr;
  };

  test("because its end is missing @thorough", async () => {
    await databases();
    truncateSync(file("errata.sqlite"), Math.floor(statSync(file("errata.sqlite")).size / 2));
    expect(await sentence()).toBe(
      `DATA_DIR: ${file("errata.sqlite")} is damaged (it can't be read). Move it to another folder and restore a backup, or a copy in DATA_DIR/backups, with: npm run restore -- PATH\n`,
    );
  });

  test("because it is garbage", async () => {
    await databases();
    writeFileSync(file("platform.sqlite"), randomBytes(20_000));
    expect(await sentence()).toContain(`${file("platform.sqlite")} is damaged (it isn't a SQLite`);
  });

  test("because its middle is garbage @thorough", async () => {
    await databases();
    const bytes = readFileSync(file("errata.sqlite"));
    bytes.fill(0x5a, 8_192, 40_960);
    writeFileSync(file("errata.sqlite"), bytes);
    expect(await sentence()).toContain(`${file("errata.sqlite")} is damaged (`);
  });

  test("because a newer version has changed it", async () => {
    await databases();
    const sqlite = new SQLite(file("errata.sqlite"));
    sqlite.exec(`insert into store_migration values ('9999_later', '2030-01-01');
      insert into errata_migration_version values ('2030-01-01', '9.9.9', '${"0123456789".repeat(4)}')`);
    sqlite.close();
    expect(await sentence()).toContain(
      `a newer version of Errata, 9.9.9 (01234567), has changed ${file("errata.sqlite")}. Start that version, or restore`,
    );
  });

  test("on PostgreSQL: wrong password, no database, newer version", async () => {
    const server = new URL(inject("postgresUrl"));
    const wrong = new URL(server);
    wrong.password = "canary-password";
    const refused = await sentence({ DATABASE_URL: wrong.href });
    expect(refused).toContain(`PostgreSQL at ${server.host} rejected the user or the password`);
    expect(refused).not.toContain("canary-password");
    const missing = new URL(server);
    missing.pathname = "/nobody_made_this";
    expect(await sentence({ DATABASE_URL: missing.href })).toContain(
      `the database "nobody_made_this" doesn't exist at ${server.host}`,
    );
    const database = await openTestDatabase<StoreSchema>("postgres", "newer");
    await migrateStore(database);
    await sql`insert into store_migration values ('9999_later', '2030-01-01')`.execute(
      database.query,
    );
    expect(await sentence({ DATABASE_URL: database.location.databaseUrl ?? "" })).toContain(
      `a newer version of Errata, ${VERSION}, has changed the database`,
    );
    // Versions before this one didn't record themselves.
    await sql`drop table errata_migration_version`.execute(database.query);
    expect(await sentence({ DATABASE_URL: database.location.databaseUrl ?? "" })).toContain(
      "a newer version of Errata has changed the database",
    );
    await database.close();
  });
});

test("refuses a build that wasn't made from these sources, if it may not build", async () => {
  const environment = { ERRATA_PREBUILT: "1", ERRATA_DIST_DIR: ".next-of-other-sources" };
  const { code, stdout, stderr } = await run(["scripts/start.mjs"], environment);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe(
    "The build in .next-of-other-sources wasn't made from these sources. Build again, then start: npm run build\n",
  );
});

test("reports that git is missing", async () => {
  const { code, stderr } = await run(check, { PATH: folder });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^git wasn't found\. Install it/);
});

test("refuses an agent command whose sandbox can't run, unless none is wanted", async () => {
  // Without bubblewrap.
  const tools = join(folder, "bin");
  mkdirSync(tools);
  for (const name of ["git", "rm"]) {
    const program = execFileSync("which", [name], { encoding: "utf8" }).trim();
    symlinkSync(program, join(tools, name));
  }
  const environment = { PATH: tools, AGENT_COMMAND: "agent" };
  const { code, stderr } = await run(check, environment);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^AGENT_SANDBOX: the agent's sandbox can't run here \(.*bwrap.*\)\. Install bubblewrap.*AGENT_SANDBOX=off/,
  );
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  for (const sandbox of ["off", "command"]) {
    expect((await run(check, { ...environment, AGENT_SANDBOX: sandbox })).code).toBe(0);
  }
});

test.skipIf(noSandbox !== null)(
  `says which file of an agent command its sandbox hides${because}`,
  async () => {
    const script = join(folder, "agent.mjs");
    writeFileSync(script, "");
    const command = { AGENT_COMMAND: `node ${script}` };
    const { code, stderr } = await run(check, command);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `AGENT_FOLDERS: ${script} wasn't found in the agent's sandbox. Correct AGENT_COMMAND, or add its folder.\n`,
    );
    const tools = join(folder, "tools");
    mkdirSync(tools);
    writeFileSync(join(tools, "agent.mjs"), "");
    const shown = { AGENT_COMMAND: `node ${tools}/agent.mjs`, AGENT_FOLDERS: tools };
    expect(await run(check, shown)).toMatchObject({ code: 0, stderr: "" });
  },
);

interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a script with only these environment variables and returns its output. */
function run(args: string[], environment: Record<string, string>): Promise<Result> {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: root,
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      ...environment,
    },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (text) => {
    output.stdout += text;
  });
  child.stderr?.on("data", (text) => {
    output.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...output }));
  });
}
