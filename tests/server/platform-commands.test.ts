import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { listFeedback } from "../../lib/contract/platform/feedback.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { openPlatform } from "../../lib/platform/platform.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import type { CommandOutcome } from "../support/command-process.ts";
import { anyEngine, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { unconfigured } from "../support/environment.ts";
import { findNoFiles } from "../support/find-files.ts";
import { requestWith, vote } from "../support/platform.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const server = "--conditions=react-server";

function optionsWith(env: Record<string, string>) {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  return { cwd: root, env: { PATH, NODE_COMPILE_CACHE, NODE_ENV: "production" as const, ...env } };
}

/** Runs a command line in a process of its own. */
function run(args: string[], env: Record<string, string>): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, optionsWith(env), (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

describe.each(anyEngine)("the command lines on $name", (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), "errata-commands-"));
  let database: TestDatabase<PlatformSchema>;
  let env: Record<string, string>;
  let commands: ChildProcess;
  beforeAll(async () => {
    database = await openTestDatabase<PlatformSchema>(engine, "commands", "platform");
    const { databaseUrl } = database.location;
    env = { ...unconfigured, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    commands = fork(join(root, "tests/support/command-process.ts"), {
      ...optionsWith(env),
      execArgv: [server],
    });
  });
  afterAll(async () => {
    commands.disconnect();
    expect(await once(commands, "exit")).toEqual([0, null]);
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Runs a command line in the process that the tests share. */
  const runNext = async (script: string, ...args: string[]): Promise<CommandOutcome> => {
    commands.send([join(root, script), ...args]);
    const [outcome] = await once(commands, "message");
    return outcome;
  };
  const keys = (...args: string[]) => runNext("scripts/keys.ts", ...args);
  const load = (...args: string[]) => runNext("scripts/import.ts", ...args);

  /** Sends a request with `key`. */
  async function statusWith(key: string): Promise<number> {
    const { databaseUrl } = database.location;
    const opened = openDatabase<PlatformSchema>({
      databaseUrl,
      file: join(dataDir, "platform.sqlite"),
    });
    const log = createLog("silent", () => []);
    const platform = await openPlatform({
      config: parseConfig(env),
      database: opened,
      clock: systemClock,
      log,
      findFiles: findNoFiles,
    });
    const { status } = await platform.handle(requestWith(key, listFeedback.path("docs")));
    await opened.close();
    return status;
  }

  test("create a key that works, list it, and revoke it", async () => {
    const limits = ["--expires", "2099-01-31", "--scopes", "feedback:read"];
    const nightly = ["create", "--project", "docs", "--name", "Nightly", ...limits];
    const created = await run([server, "scripts/keys.ts", ...nightly], env);
    expect(created.code).toBe(0);
    expect(created.out).toMatch(/^errata_[\w-]{32}\n$/);
    const key = created.out.trim();
    expect(await statusWith(key)).toBe(200);

    const listed = await keys("list");
    expect(listed.out).not.toContain(key);
    const row = listed.out.split("\n").find((line) => line.includes("Nightly")) ?? "";
    expect(row).toContain(`errata_${key.slice(7, 9)}…${key.slice(-4)}`);
    expect(row).toContain("  feedback:read  ");
    expect(row).toContain("  2099-01-31T23:59:59Z  ");

    expect(await keys("revoke", row.split(" ")[0] ?? "")).toMatchObject({ code: 0, out: "" });
    expect(await statusWith(key)).toBe(401);
  });

  test("create a public key for a site, and disable it", async () => {
    const site = ["--collect", "--origin", "https://docs.example.com"];
    const collecting = await keys("create", "--name", "Site", ...site);
    expect(collecting).toMatchObject({ code: 0, out: expect.stringMatching(/^pub_[\w-]{20}\n$/) });
    const publicKey = collecting.out.trim();
    expect((await keys("revoke", publicKey)).code).toBe(0);
    const disabled = (await keys("list")).out.split("\n").find((line) => line.includes(publicKey));
    expect(disabled).toMatch(/Site +https:\/\/docs\.example\.com +off +0 +– +20/);
  });

  test("import NDJSON line by line and say which lines are rejected and why", async () => {
    const file = join(dataDir, "feedback.ndjson");
    const separator = vote("fb_line_separator", { comment: "one\u2028line" });
    const lines = [vote("fb_new"), separator].map((entry) => JSON.stringify(entry));
    writeFileSync(file, `${lines[0]}\r\n\n{"id": \n${lines[1]}\n{"id":"fb_half"}`);
    const first = await run([server, "scripts/import.ts", file], env);
    expect(first.code).toBe(1);
    expect(first.out).toContain(`Reading ${file}: NDJSON, UTF-8\n`);
    expect(first.out).toContain("accepted 2, updated 0, unchanged 0, rejected 2");
    expect(first.out).toMatch(/line 3: isn't JSON/);
    expect(first.out).toMatch(/line 5: source: is missing/);
    expect((await load(file, "--project", "docs")).out).toContain(
      "accepted 0, updated 0, unchanged 2",
    );
  });

  // How a file is read and how a command fails doesn't depend on the database.
  const testOnce = test.runIf(engine.name === "sqlite");

  testOnce("import an array and an export page, and change nothing the second time", async () => {
    const array = join(dataDir, "array.json");
    const page = join(dataDir, "page.json");
    const feedback = [vote("fb_1"), vote("fb_2")];
    writeFileSync(array, `\uFEFF${JSON.stringify(feedback, null, 2)}`);
    writeFileSync(page, JSON.stringify({ feedback, nextCursor: null, hasMore: false }));
    expect(await load(array)).toMatchObject({ code: 0, err: "" });
    const again = await load(page);
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toContain("accepted 0, updated 0, unchanged 2, rejected 0");
  });

  testOnce("import CSV, list few of the rejected rows, and count unknown columns", async () => {
    const file = join(dataDir, "feedback.csv.gz");
    const rows = Array.from({ length: 500 }, (_, n) => `c${n},email,/a,5,\u001b[31m`);
    const accepted = 'c500,agent,"/a",4,x';
    writeFileSync(
      file,
      gzipSync(["id,source,path,rating,a\u001b[31m", ...rows, accepted].join("\n")),
    );
    const { code, out } = await load(file);
    expect(code).toBe(1);
    expect(out).toContain(`Reading ${file}: CSV, gzip, UTF-8\n`);
    expect(out).toContain("accepted 1, updated 0, unchanged 0, rejected 500\n");
    expect(out).toContain("Ignored 2 unknown columns: rating, a [31m\n");
    expect(out).toMatch(/\n {2}row 21: source: must be one of .*\n {2}and 480 more\n$/);
    expect(out).not.toContain("\u001b");
  });

  testOnce(
    "check a file before, keep what it would erase, list imports, and undo one",
    async () => {
      const file = join(dataDir, "votes.csv");
      const write = (...rows: string[]) =>
        writeFileSync(file, ["id,source,page,helpful,comment,contact", ...rows].join("\n"));
      write("1,contextual,/a,no,Text,reader@example.org", "2,contextual,/b,yes,,");
      const own = [file, "--source", "My Tool"];
      const checked = await load(...own, "--check");
      expect(checked.out).toMatch(/would add 2, replace 0, leave 0 unchanged, and reject 0\n$/);
      const first = await load(...own);
      expect(first.out).toContain("accepted 2, updated 0, unchanged 0, rejected 0\n");
      const number = /--undo (\d+)\n/.exec(first.out)?.[1] ?? "";
      expect((await load("--list")).out).toMatch(
        new RegExp(
          `^${number} {2}20.*Z {2}votes.csv \\(source my-tool\\), Command line: 2 added.* Finished\n`,
        ),
      );
      write("1,contextual,/a,no,,", "2,contextual,/b,no,,");
      const kept = "what the file has empty: 1 email address and 1 comment are stored";
      expect((await load(...own, "--check")).out).toContain(`It would keep ${kept}. To erase`);
      const second = await load(...own);
      expect(second.out).toContain("updated 1, unchanged 1");
      expect(second.out).toContain(`\nKept ${kept}. To erase what is empty: --allow-erasing\n`);
      expect((await load(...own, "--allow-erasing")).out).toContain(`\nErased ${kept}\n`);
      expect((await load(file, "--check")).out).toContain("would add 2,");
      const undone = `Undid import ${number} of votes.csv: deleted 0 items, restored 0`;
      expect((await load("--undo", number)).out).toBe(
        `${undone}, kept 2 that changed or that the team worked on since\n`,
      );
      expect((await load("--list")).out).toContain("Undone: 0 deleted, 0 restored, 2 kept\n");
      for (const wrong of [
        ["--undo", "x"],
        ["--undo", "999"],
        [file, "--undo", "1"],
        [file, "--source", "-"],
      ])
        expect(await load(...wrong), wrong.join(" ")).toMatchObject({ code: 1, out: "" });
    },
  );

  testOnce("exit with one sentence and code 1 when they fail", async () => {
    const broken = join(dataDir, "broken.json");
    writeFileSync(broken, '[\n  {"id": "fb_1"},\n');
    const hosted = { ...env, PLATFORM_URL: "http://127.0.0.1:9", PLATFORM_API_KEY: "canary-key" };
    const outcomes = {
      missing: await load(join(dataDir, "missing.json")),
      broken: await load(broken),
      unknown: await load(broken, "--project", "none"),
      revoked: await keys("revoke", "none"),
      usage: await keys("make"),
      option: await keys("create", "--projekt", "docs"),
      limits: await keys("create", "--expires", "2099-02-30", "--scopes", "all"),
      hosted: await run([server, "scripts/keys.ts", "list"], {
        ...hosted,
        PLATFORM_PROJECTS: "docs=Docs",
      }),
      configuration: await run([server, "scripts/import.ts", broken], { ...env, PORT: "none" }),
      runtime: await run(["scripts/keys.ts", "list"], env),
    };
    for (const [name, { code, out, err }] of Object.entries(outcomes)) {
      const printed = name === "broken" ? `Reading ${broken}: JSON (array), UTF-8\n` : "";
      expect({ code, out }).toEqual({ code: 1, out: printed });
      expect(err).not.toMatch(/\n\s+at |canary-key/);
    }
    expect(outcomes.missing.err).toMatch(/missing\.json can't be read: ENOENT/);
    expect(outcomes.broken.err).toMatch(
      /broken\.json can't be read: it ends in the middle of item 2/,
    );
    expect(outcomes.unknown.err).toMatch(/project "none" doesn't exist.*Projects: docs/);
    expect(outcomes.revoked.err).toMatch(/key none doesn't exist/);
    expect(outcomes.usage.err).toMatch(/npm run keys -- create/);
    expect(outcomes.limits.err).toMatch(/--expires 2099-02-30 isn't a date/);
    expect(outcomes.option.err).toMatch(/--projekt/);
    expect(outcomes.hosted.err).toMatch(/built-in platform, but PLATFORM_URL/);
    expect(outcomes.configuration.err).toMatch(/^PORT: must be/);
    expect(outcomes.runtime.err).toMatch(/Run: npm run keys/);
  });
});
