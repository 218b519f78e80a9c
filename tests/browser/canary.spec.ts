import type { Page } from "@playwright/test";
import { EMBEDDINGS_KEY, startEmbeddings } from "../support/embeddings-service.ts";
import { createJobFrom, rows, waitForFirstSync } from "../support/inbox.ts";
import { createKey } from "../support/keys.ts";
import { expect, startErrata, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test("everything works on a hosted platform, and no key ever leaves the server", async ({
  page,
  errata: platform,
}) => {
  await waitForFirstSync(platform);
  const key = await createKey(platform);
  const embeddings = await startEmbeddings();
  // Repeats what it got.
  embeddings.always(({ headers, body }, response) => {
    response.writeHead(401, { "x-key": headers.authorization ?? "" });
    response.end(JSON.stringify({ error: { message: `Invalid: ${headers.authorization}`, body } }));
  });
  const dashboard = await startErrata({
    env: {
      PLATFORM_URL: platform.url,
      PLATFORM_API_KEY: key,
      PLATFORM_PROJECTS: "docs=Hosted Docs",
      EMBEDDINGS_URL: embeddings.url,
      EMBEDDINGS_KEY,
      EMBEDDINGS_MODEL: "small",
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
      timeout: 120_000,
    });
    await visit(page, `${dashboard.url}/docs/jobs`);
    const inList = page.getByRole("link", { name: /^Pull request #\d+/ });
    await expect(inList).toHaveAttribute("href", new RegExp(`^${platform.url}/pulls/`));
    await visit(page, `${dashboard.url}/settings`);
    await expect(page.getByText("A hosted platform at")).toBeVisible();
    await expect(page.getByText("The service returned 401: the key was rejected.")).toBeVisible();
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
    await expect(page.getByText("Showing data from")).toBeVisible({ timeout: 120_000 });
    await expect(rows(page).first()).toBeVisible();

    // Ends the stream of changes, whose body would never be complete.
    await page.goto("about:blank");
    const seen = [...(await everything()), dashboard.output()];
    expect(seen.length).toBeGreaterThan(60);
    expect(seen.filter((text) => text.includes(key))).toEqual([]);
    expect(embeddings.requests[0]?.headers.authorization).toBe(`Bearer ${EMBEDDINGS_KEY}`);
    expect(seen.filter((text) => text.includes(EMBEDDINGS_KEY))).toEqual([]);
    // Make sure the search works: it finds text that was sent.
    expect(seen.some((text) => text.includes("Hosted Docs"))).toBe(true);
    expect(seen.some((text) => text.includes("platform_unreachable"))).toBe(true);
    expect(dashboard.output()).toContain("the key was rejected. Check EMBEDDINGS_KEY.");
  } finally {
    await Promise.all([dashboard.close(), embeddings.close()]);
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
