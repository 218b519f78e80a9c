import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { runProgram } from "../../lib/platform/program-starter.ts";

const program = (script: string) => ({
  program: process.execPath,
  args: ["-e", script],
  folder: "/",
  env: process.env,
  input: "",
  outputLimit: 1_000_000,
  timeLimit: 60_000,
});

/** A program's parent is the process that starts programs. */
const PARENT = program("process.stdout.write(String(process.ppid))");

test("returns what a program printed, read, and exited with", async () => {
  const echo = "process.stdin.pipe(process.stdout).on('finish', () => 0); process.exitCode = 3";
  const input = Buffer.from([0, 255, 10]);
  const result = await runProgram({ ...program(echo), input });
  expect(result).toMatchObject({ code: 3, reason: "" });
  expect(result.stdout).toEqual(input);
});

test("starts programs from another process, the same one for all", async () => {
  const parents = await Promise.all([runProgram(PARENT), runProgram(PARENT)]);
  const [first, second] = parents.map(({ stdout }) => Number(stdout.toString()));
  expect(first).toBe(second);
  expect(first).not.toBe(process.pid);
});

test("says why a program has no exit code", async () => {
  const unknown = { ...program(""), program: "no-such-program" };
  expect(await runProgram(unknown)).toMatchObject({
    code: null,
    reason: expect.stringMatching(/ENOENT/),
  });
  const invalid = { ...program(""), args: ["\0"] };
  expect(await runProgram(invalid)).toMatchObject({
    code: null,
    reason: expect.stringMatching(/null bytes/),
  });
  const slow = { ...program("setInterval(() => 0, 1000)"), timeLimit: 1 };
  expect(await runProgram(slow)).toMatchObject({
    code: null,
    reason: expect.stringMatching(/Command failed/),
  });
  const long = { ...program("console.log('long')"), outputLimit: 1 };
  expect(await runProgram(long)).toMatchObject({
    code: null,
    reason: expect.stringMatching(/maxBuffer/),
  });
});

test("ends a program on request", async () => {
  const cancel = new AbortController();
  const running = runProgram(program("setInterval(() => 0, 1000)"), cancel.signal);
  cancel.abort();
  expect(await running).toMatchObject({ code: null, reason: expect.stringMatching(/abort/i) });
});

test("fails what runs when the process that starts programs is killed, and starts another one", async () => {
  const parent = Number((await runProgram(PARENT)).stdout.toString());
  const running = runProgram(program("setTimeout(() => 0, 1000)"));
  process.kill(parent, "SIGKILL");
  await expect(running).rejects.toThrow("The process that starts programs ended");
  const next = Number((await runProgram(PARENT)).stdout.toString());
  expect(next).not.toBe(parent);
});

test("doesn't keep a finished process alive", () => {
  const url = new URL("../../lib/platform/program-starter.ts", import.meta.url).href;
  const script = `const { runProgram } = await import("${url}");
    const { stdout } = await runProgram({ program: "echo", args: ["done"], folder: "/", env: process.env,
      input: "", outputLimit: 1000, timeLimit: 10000 });
    process.stdout.write(stdout);`;
  const args = ["--conditions=react-server", "--input-type=module", "-e", script];
  expect(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 30_000 })).toBe(
    "done\n",
  );
});

test("a process that can't be started fails what was asked for, and nothing else", () => {
  const url = new URL("../../lib/platform/program-starter.ts", import.meta.url).href;
  const script = `import { closeSync, openSync } from "node:fs";
    const { runProgram } = await import("${url}");
    const echo = { program: "echo", args: ["done"], folder: "/", env: process.env, input: "", outputLimit: 1000, timeLimit: 10000 };
    const open = [];
    try { for (;;) open.push(openSync("/dev/null")); } catch {}
    const failure = await runProgram(echo).catch((error) => error.code);
    for (const file of open) closeSync(file);
    const { stdout } = await runProgram(echo);
    process.stdout.write(failure + " " + stdout);`;
  const args = ["--conditions=react-server", "--input-type=module", "-e", script];
  const limited = ["-c", 'ulimit -n 100; exec "$0" "$@"', process.execPath, ...args];
  expect(execFileSync("sh", limited, { encoding: "utf8", timeout: 30_000 })).toBe("EMFILE done\n");
});
