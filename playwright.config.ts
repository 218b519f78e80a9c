import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./scripts/setup/browser.mjs";
import { workers } from "./scripts/test/workers.mjs";
import { isThorough } from "./tests/support/thorough.ts";

const executablePath = (await findBrowser()) ?? undefined;

/** A page lives for seconds: compiling what runs often, or may run, takes a quarter of its time, more than it saves. */
const args: string[] = [...browserArguments, "--js-flags=--no-opt,--no-maglev,--max-lazy"];

const inChromium = {
  browserName: "chromium",
  launchOptions: { executablePath, args },
  // Neither the server's time zone nor UTC, so that a date in the wrong zone fails a test.
  timezoneId: "Asia/Kolkata",
  locale: "en-GB",
  viewport: { width: 1440, height: 900 },
  // Recording every action takes about as long as the tests themselves.
  trace: process.env.TRACE ? "retain-on-failure" : "off",
  screenshot: "only-on-failure",
} as const;

export default defineConfig({
  testMatch: "**/*.spec.ts",
  ...(isThorough ? {} : { grepInvert: /@thorough/ }),
  globalSetup: "./tests/support/setup.ts",
  workers,
  // A test that only passes on the second try is a failing test. Only a shared machine tries again, and
  // names the test in its report.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  // Only for what hangs: on a busy machine some tests take many times as long as on a quiet one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: "line",
  projects: [
    // The real build over HTTP alone: no browser is needed.
    { name: "http", testDir: "tests/http", outputDir: "test-results/http" },
    {
      name: "browser",
      testDir: "tests/browser",
      outputDir: "test-results/browser",
      use: inChromium,
    },
    // Sites of other tools (npm run recipes).
    {
      name: "recipes",
      testDir: "tests/recipes",
      outputDir: "test-results/recipes",
      use: inChromium,
    },
  ],
});
