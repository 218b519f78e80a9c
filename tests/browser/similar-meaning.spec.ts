import { violationsInBothThemes } from "../support/axe.ts";
import { EMBEDDINGS_KEY, startEmbeddings } from "../support/embeddings-service.ts";
import { faults, startMisbehavingPlatform } from "../support/misbehaving-platform.ts";
import { expect, startErrata, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

const ENTRY = { source: "contextual", status: "pending", createdAt: "2026-11-01T09:00:00Z" };
const COMMENTS = [
  "The link to the download doesn't work",
  "Der Download lässt sich nicht öffnen",
  "How do I rotate an API key?",
];

test("items that mean the same are listed beside an item, and Settings says how far reading got @thorough", async ({
  page,
}) => {
  const entries = COMMENTS.map((comment, index) => ({
    ...ENTRY,
    id: `fb_${index}`,
    path: "/a",
    comment,
  }));
  const [platform, service] = await Promise.all([
    startMisbehavingPlatform(entries),
    startEmbeddings(),
  ]);
  for (const text of COMMENTS.slice(0, 2)) service.meanings.set(text, "download");
  const env = {
    PLATFORM_URL: platform.url,
    PLATFORM_API_KEY: "key",
    PLATFORM_PROJECTS: "docs=Docs",
    EMBEDDINGS_URL: service.url,
    EMBEDDINGS_KEY,
    EMBEDDINGS_MODEL: "small",
  };
  const errata = await startErrata({ env });
  try {
    await visit(page, `${errata.url}/settings`);
    const progress = page.getByTestId("embedding-progress");
    await expect(progress).toHaveText("3 of 3 comments processed");
    expect(await violationsInBothThemes(page)).toEqual([]);

    await visit(page, `${errata.url}/docs/feedback?open=fb_0`);
    const similar = page.getByTestId("similar-items");
    await expect(similar.getByText("Similar meaning")).toBeVisible();
    await expect(similar).toContainText(COMMENTS[1] ?? "");
    expect(await violationsInBothThemes(page)).toEqual([]);
    await similar.getByRole("button", { name: "Not similar" }).click();
    await expect(similar).toHaveCount(0);

    service.always(faults.status(429, { "retry-after": "300" }));
    await errata.reopen({ ...env, EMBEDDINGS_MODEL: "large" });
    await visit(page, `${errata.url}/settings`);
    await expect(page.getByText("The service returned 429: too many requests.")).toBeVisible();
    await expect(page.getByText("Retrying in 5 minutes.")).toBeVisible();
    await expect(progress).toHaveText("0 of 3 comments processed");
  } finally {
    await Promise.all([errata.close(), platform.close(), service.close()]);
  }
});
