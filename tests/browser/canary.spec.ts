import type { Page } from "@playwright/test";
import { createJobFrom, rows, waitForFirstSync } from "../support/inbox.ts";
import { createKey } from "../support/keys.ts";
import { expect, startErrata, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test("everything works on a hosted platform, and its API key never leaves the server", async ({
  page,
  errata: platform,
}) => {
  await waitForFirstSync(platform);
  const key = await createKey(platform);
  const dashboard = await startErrata({
    env: {
      PLATFORM_URL: platform.url,
      PLATFORM_API_KEY: key,
      PLATFORM_PROJECTS: "docs=Hosted Docs",
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

    // Ends the stream of changes, whose body would never be complete.
    await page.goto("about:blank");
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
