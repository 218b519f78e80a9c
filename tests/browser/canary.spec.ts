import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { BUILD_CANARY, testDistDir } from "../support/build.ts";
import { createJobFrom, openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { makeKey } from "../support/keys.ts";
import { expect, startErrata, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test("on a hosted platform everything works and its key never leaves the server", async ({
  page,
  errata: platform,
}) => {
  await waitForFirstSync(platform);
  const key = await makeKey(platform);
  // The first Errata has spent its share of the hour; the second walks on what was left to others.
  await platform.restart({ PLATFORM_RESERVE: "100" });
  const dashboard = await startErrata({
    env: {
      PLATFORM_URL: platform.url,
      PLATFORM_API_KEY: key,
      PLATFORM_PROJECTS: "docs=Hosted Docs",
      PLATFORM_RESERVE: "42",
      LOG_LEVEL: "trace",
    },
  });
  try {
    await waitForFirstSync(dashboard);
    const everything = listen(page);
    await visit(page, `${dashboard.url}/docs/feedback?status=pending`);
    await expect(page.getByText("Hosted Docs")).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    await createJobFrom(page, 2);
    const link = page.getByTestId("job-pr-link");
    await expect(link).toHaveAttribute("href", new RegExp(`^${platform.url}/pulls/`), {
      timeout: 20_000,
    });
    await visit(page, `${dashboard.url}/settings`);
    await expect(page.getByText("A hosted platform at")).toBeVisible();
    for (const path of [
      "/pulls/1",
      "/docs/feedback/x",
      "/docs/jobs/x",
      "/v1/analytics/docs/feedback",
    ]) {
      expect((await page.goto(dashboard.url + path))?.status()).toBe(404);
    }

    await platform.kill();
    await visit(page, `${dashboard.url}/docs/feedback`);
    await page.getByRole("button", { name: "Check for new feedback now" }).click();
    await expect(page.getByText("What is shown is from")).toBeVisible({ timeout: 30_000 });
    await expect(rows(page).first()).toBeVisible();

    const seen = [...(await everything()), dashboard.output()];
    expect(seen.length).toBeGreaterThan(60);
    expect(seen.filter((text) => text.includes(key))).toEqual([]);
    // The search itself finds what it should: the words that were sent are among what was seen.
    expect(seen.some((text) => text.includes("Hosted Docs"))).toBe(true);
    expect(seen.some((text) => text.includes("platform_unreachable"))).toBe(true);
  } finally {
    await dashboard.close();
  }
});

test("a refused key says what to fix, and what was copied stays readable", async ({
  page,
  errata: platform,
}) => {
  await platform.restart({ PLATFORM_RESERVE: "100" });
  const dashboard = await startErrata({
    env: {
      PLATFORM_URL: platform.url,
      PLATFORM_API_KEY: "errata_not-a-key",
      PLATFORM_PROJECTS: "docs=Hosted Docs",
    },
  });
  try {
    await visit(page, `${dashboard.url}/docs/feedback`);
    await expect(page.locator("main").getByText("PLATFORM_API_KEY")).toBeVisible({
      timeout: 20_000,
    });
  } finally {
    await dashboard.close();
  }
});

test("a key in the environment of the build is not in what was built", () => {
  const files = readdirSync(testDistDir, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes("/cache"),
  );
  expect(files.length).toBeGreaterThan(100);
  const told = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(BUILD_CANARY));
  expect(told).toEqual([]);
});

test("the dashboard's own key is in no page and no log", async ({ page, errata }) => {
  await errata.restart({ LOG_LEVEL: "trace" });
  const key = readFileSync(join(errata.dataDir, "dashboard.key"), "utf8").trim();
  expect(key).toMatch(/^errata_/);
  const everything = listen(page);
  await openInbox(page);
  await visit(page, "/settings");
  await expect(page.getByRole("button", { name: "Revoke Errata dashboard" })).toBeVisible();
  const seen = [...(await everything()), errata.output()];
  expect(seen.some((text) => text.includes("Errata dashboard"))).toBe(true);
  expect(seen.filter((text) => text.includes(key))).toEqual([]);
});

/** Collects whatever the server sends to the page: addresses, headers and bodies. */
function listen(page: Page): () => Promise<string[]> {
  const arriving: Promise<string>[] = [];
  page.on("response", (response) => {
    const body = response.text().catch(() => "");
    const headers = response.allHeaders().catch(() => ({}));
    arriving.push(
      Promise.all([headers, body]).then(
        ([named, text]) => `${response.url()} ${JSON.stringify(named)} ${text}`,
      ),
    );
  });
  return () => Promise.all(arriving);
}
