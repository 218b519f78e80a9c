import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./scripts/setup/browser.mjs";

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  globalSetup: "./tests/support/build.ts",
  workers: 2,
  // A test that passes on the second try is a failing test.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "line",
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: (await findBrowser()) ?? undefined,
      args: browserArguments,
    },
    // Neither the server's zone nor UTC, so that a date shown in the wrong one is seen.
    timezoneId: "Asia/Kolkata",
    locale: "en-GB",
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
});
