import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { BUILD_CANARY, testDistDir } from "../support/build.ts";
import { createJobFrom, openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { createKey } from "../support/keys.ts";
import { expect, startErrata, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test("everything works on a hosted platform, and its API key never leaves the server", async ({
  page,
  errata: platform,
}) => {
  await waitForFirstSync(platform);
  const key = await createKey(platform);
  // The first server has used its share of the hourly limit; the second uses the reserved rest.
  await platform.restart({ PLATFORM_RESERVE: "100" });
  const dashboard = await startErrata({
    env: {
      PLATFORM_URL: platform.url,
      PLATFORM_API_KEY: key,
      PLATFORM_PROJECTS: "docs=Hosted Docs",
      // The first sync may use about half of the limit, which the first server shares.
      PLATFORM_RESERVE: "0",
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
    await page.getByRole("button", { name: "Sync now" }).click();
    await expect(page.getByText("Showing data from")).toBeVisible({ timeout: 30_000 });
    await expect(rows(page).first()).toBeVisible();

    const seen = [...(await everything()), dashboard.output()];
    expect(seen.length).toBeGreaterThan(60);
    expect(seen.filter((text) => text.includes(key))).toEqual([]);
    // Make sure the search works: it finds text that was sent.
    expect(seen.some((text) => text.includes("Hosted Docs"))).toBe(true);
    expect(seen.some((text) => text.includes("platform_unreachable"))).toBe(true);
  } finally {
    await dashboard.close();
  }
});

test("a rejected key says what to fix, and synced feedback stays readable", async ({
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

test("a key in the build environment is not in the build output", () => {
  const files = readdirSync(testDistDir, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes("/cache"),
  );
  expect(files.length).toBeGreaterThan(100);
  const leaked = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(BUILD_CANARY));
  expect(leaked).toEqual([]);
});

test("the dashboard's own key is not in any page or log", async ({ page, errata }) => {
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

/** Collects everything the server sends to the page: URLs, headers, and bodies. */
function listen(page: Page): () => Promise<string[]> {
  const responses: Promise<string>[] = [];
  page.on("response", (response) => {
    const body = response.text().catch(() => "");
    const headers = response.allHeaders().catch(() => ({}));
    responses.push(
      Promise.all([headers, body]).then(
        ([headersByName, text]) => `${response.url()} ${JSON.stringify(headersByName)} ${text}`,
      ),
    );
  });
  return () => Promise.all(responses);
}
