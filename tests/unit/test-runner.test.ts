import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createProcessorCount, processorSeconds } from "../../scripts/test/processor-time.mjs";
import { showProgress } from "../../scripts/test/progress.mjs";
import { inOrder, runJobs } from "../../scripts/test/schedule.mjs";
import { commandFor, selectTests } from "../../scripts/test/selection.mjs";
import { suitesAtOnce, workers } from "../../scripts/test/workers.mjs";

describe("the tests that words choose", () => {
  const suites = ["lint", "unit", "server", "browser"];
  const files = [
    "tests/unit/groups.test.ts",
    "tests/server/groups.test.ts",
    "tests/server/start.test.ts",
    "tests/browser/statuses.spec.ts",
  ];
  const select = (...words: string[]) => selectTests(words, suites, files);

  test("suites, in the order they run in, or all of them", () => {
    expect(select()).toEqual({ suites, files: {} });
    expect(select("server", "lint")).toEqual({ suites: ["lint", "server"], files: {} });
  });

  test("files of the named suites, or of any", () => {
    expect(select("browser", "statuses")).toEqual({
      suites: ["browser"],
      files: { browser: ["tests/browser/statuses.spec.ts"] },
    });
    expect(select("groups")).toEqual({
      suites: ["unit", "server"],
      files: { unit: ["tests/unit/groups.test.ts"], server: ["tests/server/groups.test.ts"] },
    });
    expect(select("unit", "server", "start")).toMatchObject({ suites: ["server"] });
  });

  test("what is no file is a part of a title", () => {
    expect(select("browser", "statuses", "narrow", "screen")).toMatchObject({
      files: { browser: ["tests/browser/statuses.spec.ts"] },
      title: "narrow screen",
    });
    expect(select("unit", "a title")).toEqual({ suites: ["unit"], files: {}, title: "a title" });
  });

  test("a word that chooses nothing is an error", () => {
    expect(() => select("brwser")).toThrow('No suite and no test file is named "brwser"');
    expect(() => select("lint", "groups")).toThrow('The suite "lint" has no test files');
  });

  test("the command that repeats a test chooses it", () => {
    vi.stubEnv("THOROUGH", "1");
    const command = commandFor("tests/server/start.test.ts", "it's $5");
    expect(command).toBe("THOROUGH=1 npm test -- tests/server/start.test.ts 'it'\\''s $5'");
    expect(select("tests/server/start.test.ts", "it's $5")).toEqual({
      suites: ["server"],
      files: { server: ["tests/server/start.test.ts"] },
      title: "it's $5",
    });
  });
});

describe("the progress", () => {
  const parts = [
    { name: "unit", seconds: 100 },
    { name: "browser", seconds: 300 },
  ];
  let written = "";
  const write = (text: string) => {
    written += text;
  };

  beforeEach(() => {
    written = "";
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  test("a log has a line every 30 seconds, with the time left at this machine's speed", () => {
    const progress = showProgress(parts, { write, isTerminal: false });
    progress.begin("unit");
    progress.receive("unit", { total: 4, unit: "files" });
    vi.advanceTimersByTime(30_000);
    expect(written).toBe("  unit 0 of 4 files (0 of 2 done), about 7 minutes left\n");
    progress.receive("unit", { finished: 2 });
    vi.advanceTimersByTime(30_000);
    // Half of the first part took 60 seconds instead of 50.
    expect(written).toContain("  unit 2 of 4 files (0 of 2 done), about 7 minutes left\n");
    progress.finish("unit");
    progress.begin("browser");
    progress.receive("browser", { total: 300, unit: "tests" });
    progress.receive("browser", { finished: 200 });
    vi.advanceTimersByTime(30_000);
    expect(written).toContain(
      "  browser 200 of 300 tests (1 of 2 done), less than a minute left\n",
    );
    progress.end();
    vi.advanceTimersByTime(60_000);
    expect(written.match(/\n/g)).toHaveLength(3);
  });

  test("parts that run beside each other count each for itself, and take half the time", () => {
    const progress = showProgress(parts, { write, isTerminal: false, atOnce: 2 });
    for (const { name } of parts) progress.begin(name);
    progress.receive("unit", { total: 4, unit: "files" });
    progress.receive("browser", { total: 300, unit: "tests" });
    progress.receive("browser", { finished: 30 });
    progress.receive("unit", { finished: 1 });
    vi.advanceTimersByTime(30_000);
    progress.finish("unit");
    vi.advanceTimersByTime(30_000);
    expect(written).toBe(
      "  unit 1 of 4 files, browser 30 of 300 tests (0 of 2 done), about 3 minutes left\n" +
        "  browser 30 of 300 tests (1 of 2 done), about 2 minutes left\n",
    );
    progress.end();
  });

  test("one slow part without a count says little about the others", () => {
    const progress = showProgress([{ name: "types", seconds: 10 }, ...parts], {
      write,
      isTerminal: false,
    });
    progress.begin("types");
    vi.advanceTimersByTime(180_000);
    const minutes = [...written.matchAll(/about (\d+) minutes/g)].map(([, shown]) => Number(shown));
    expect(minutes).toHaveLength(6);
    // 400 seconds are left at the expected speed, and the part took 18 times as long as expected.
    expect(Math.max(...minutes)).toBeLessThan(45);
    progress.end();
  });

  test("a failure is shown at once, with the command that repeats it", () => {
    vi.stubEnv("THOROUGH", "");
    const progress = showProgress(parts, { write, isTerminal: false });
    progress.begin("unit");
    const failure = { file: "tests/unit/a.test.ts", title: "adds", error: "\u001b[31mno\u001b[0m" };
    progress.receive("unit", { failure: { ...failure, again: true } });
    expect(written).toContain("✗ tests/unit/a.test.ts: adds (failed on the first try)\n    no\n");
    progress.receive("unit", { failure });
    expect(written).toContain("  Repeat: npm test -- tests/unit/a.test.ts 'adds'\n");
    progress.receive("unit", { failure: { ...failure, title: "" } });
    expect(written).toContain("✗ tests/unit/a.test.ts didn't load\n");
    progress.receive("unit", { total: 3, unit: "files" });
    vi.advanceTimersByTime(30_000);
    expect(written).toContain("unit 0 of 3 files (0 of 2 done), 2 failed, about");
    progress.end();
  });

  test("a terminal has one line, which makes room for what is printed", () => {
    const progress = showProgress(parts, { write, isTerminal: true, columns: () => 20 });
    progress.begin("unit");
    expect(written).toBe("\r\u001b[Kunit (0 of 2 done),");
    written = "";
    progress.print("A message");
    expect(written).toBe("\r\u001b[KA message\n\r\u001b[Kunit (0 of 2 done),");
    progress.end();
    written = "";
    progress.print("The result");
    expect(written).toBe("\r\u001b[KThe result\n");
  });
});

describe("suites beside each other", () => {
  /** Starts jobs that end when they are told to. */
  function jobs(names: string[], atOnce: number, needs: Record<string, string[]> = {}) {
    const running = new Map<string, () => void>();
    const run = (name: string) =>
      new Promise<void>((resolve) => {
        running.set(name, resolve);
      }).then(() => void running.delete(name));
    const all = runJobs(names, { atOnce, needs: (name) => needs[name] ?? [], run });
    /** Ends a job, and returns those that run then. */
    const end = async (name: string) => {
      running.get(name)?.();
      await new Promise(setImmediate);
      return [...running.keys()].join();
    };
    return { all, end };
  }

  test("a suite starts as soon as one has ended, and those that it needs", async () => {
    const needs = { build: ["types"], browser: ["build", "missing"] };
    const { all, end } = jobs(["lint", "types", "build", "browser", "server", "http"], 2, needs);
    expect(await end("")).toBe("lint,types");
    expect(await end("lint")).toBe("types,server");
    expect(await end("types")).toBe("server,build");
    expect(await end("server")).toBe("build,http");
    expect(await end("build")).toBe("http,browser");
    expect([await end("http"), await end("browser")]).toEqual(["browser", ""]);
    await all;
  });

  test("with one at a time, they run one after the other", async () => {
    const { all, end } = jobs(["types", "build", "http"], 1, { build: ["types"] });
    expect(await end("")).toBe("types");
    expect(await end("types")).toBe("build");
    expect(await end("build")).toBe("http");
    expect(await end("http")).toBe("");
    await all;
  });

  test("a suite that throws ends the run", async () => {
    const run = () => Promise.reject(new Error("A fault."));
    const all = runJobs(["lint", "unit"], { atOnce: 1, needs: () => [], run });
    await expect(all).rejects.toThrow("A fault.");
  });

  test("their lines are in the usual order", () => {
    const lines: string[] = [];
    const report = inOrder(["a", "b", "c"], (line: string) => lines.push(line));
    report("b", "B");
    expect(lines).toEqual([]);
    report("a", "A");
    expect(lines).toEqual(["A", "B"]);
    report("c", "C");
    expect(lines).toEqual(["A", "B", "C"]);
  });

  test("one after the other where the memory is small", () => {
    expect(suitesAtOnce(2 * 1024 ** 3)).toBe(1);
    expect(suitesAtOnce(64 * 1024 ** 3)).toBe(workers > 1 ? 2 : 1);
  });

  test("the processor time of a suite is that of its processes and of what they started", () => {
    const folder = mkdtempSync(join(tmpdir(), "errata-count-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    if (processorSeconds() === null) return;
    const file = join(folder, "seconds");
    const count = createProcessorCount(file);
    expect(count.seconds()).toBe(null);
    const work = 'require("node:crypto").pbkdf2Sync("a", "b", 300_000, 64, "sha512")';
    const child = `require("child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(work)}])`;
    for (const code of [work, child]) {
      execFileSync(process.execPath, [...count.options, "-e", code]);
    }
    count.add(5);
    const [own, withChild, other] = readFileSync(file, "utf8").trim().split("\n").map(Number);
    expect(own).toBeGreaterThan(0.1);
    expect(withChild).toBeGreaterThan(own ?? 0);
    expect(other).toBe(5);
    expect(count.seconds()).toBeCloseTo((own ?? 0) + (withChild ?? 0) + 5);
  });
});
