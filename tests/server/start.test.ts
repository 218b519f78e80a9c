import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../scripts/setup/free-port.mjs";

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
    `Port ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start\n`,
  );
});

test("explains how to fix a data folder that isn't writable", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  const { code, stderr } = await run(check, { DATA_DIR: join(file, "data") });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^DATA_DIR: .*a-file\/data cannot be written \(ENOTDIR\)\. .*DATA_DIR=/);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
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
  expect(stderr).toContain(`DATABASE_URL: no connection to PostgreSQL at 127.0.0.1:${port}`);
  expect(stderr).not.toContain("canary-password");
});

test("reports that git is missing", async () => {
  const { code, stderr } = await run(check, { PATH: folder });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^git was not found\. Install it/);
});

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
