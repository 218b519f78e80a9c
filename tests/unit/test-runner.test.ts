import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { showProgress } from "../../scripts/test/progress.mjs";
import { commandFor, selectTests } from "../../scripts/test/selection.mjs";

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
    progress.next();
    progress.receive({ total: 4, unit: "files" });
    vi.advanceTimersByTime(30_000);
    expect(written).toBe("  unit (1 of 2), 0 of 4 files, about 7 minutes left\n");
    progress.receive({ finished: 2 });
    vi.advanceTimersByTime(30_000);
    // Half of the first part took 60 seconds instead of 50.
    expect(written).toContain("  unit (1 of 2), 2 of 4 files, about 7 minutes left\n");
    progress.next();
    progress.receive({ total: 300, unit: "tests" });
    progress.receive({ finished: 200 });
    vi.advanceTimersByTime(30_000);
    expect(written).toContain("  browser (2 of 2), 200 of 300 tests, less than a minute left\n");
    progress.end();
    vi.advanceTimersByTime(60_000);
    expect(written.match(/\n/g)).toHaveLength(3);
  });

  test("one slow part without a count says little about the others", () => {
    const progress = showProgress([{ name: "types", seconds: 10 }, ...parts], {
      write,
      isTerminal: false,
    });
    progress.next();
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
    progress.next();
    const failure = { file: "tests/unit/a.test.ts", title: "adds", error: "\u001b[31mno\u001b[0m" };
    progress.receive({ failure: { ...failure, again: true } });
    expect(written).toContain("✗ tests/unit/a.test.ts: adds (failed on the first try)\n    no\n");
    progress.receive({ failure });
    expect(written).toContain("  Repeat: npm test -- tests/unit/a.test.ts 'adds'\n");
    progress.receive({ failure: { ...failure, title: "" } });
    expect(written).toContain("✗ tests/unit/a.test.ts didn't load\n");
    progress.receive({ total: 3, unit: "files" });
    vi.advanceTimersByTime(30_000);
    expect(written).toContain("unit (1 of 2), 0 of 3 files, 2 failed, about");
    progress.end();
  });

  test("a terminal has one line, which makes room for what is printed", () => {
    const progress = showProgress(parts, { write, isTerminal: true, columns: () => 20 });
    progress.next();
    expect(written).toBe("\r\u001b[Kunit (1 of 2), abou");
    written = "";
    progress.print("A message");
    expect(written).toBe("\r\u001b[KA message\n\r\u001b[Kunit (1 of 2), abou");
    progress.end();
    written = "";
    progress.print("The result");
    expect(written).toBe("\r\u001b[KThe result\n");
  });
});
