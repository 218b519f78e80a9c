import { violationsInBothThemes } from "../support/axe.ts";
import { openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

interface ListedRow {
  id: string;
  comment: string;
  noise?: string | null;
}

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("the inbox leaves out noise, which one key restores and another brings back @thorough", async ({
  errata,
  page,
}) => {
  const listed = async (): Promise<ListedRow[]> => {
    const response = await fetch(`${errata.url}/api/projects/docs/feedback?noise=true`);
    return (await response.json()).feedback;
  };
  const noise = await listed();
  const [first] = noise;
  // Short texts that are equal are the same text.
  const same = noise.filter(({ comment }) => comment === first?.comment);
  await visit(page, "/docs/jobs");
  await page
    .getByRole("navigation")
    .getByRole("link", { name: /^Inbox/ })
    .click();
  await expect(page).toHaveURL(
    /status=pending&noise=false&snoozed=false&bareVote=false&praise=false$/,
  );
  for (const name of ["Hide vote-only items", "Hide praise"]) {
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await expect(page).toHaveURL(/status=pending&noise=false&snoozed=false$/);
  await page.getByRole("button", { name: /^Status/ }).click();
  await page.getByRole("checkbox", { name: /Pending/ }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/feedback\?noise=false&snoozed=false$/);
  await page.getByRole("button", { name: `Show noise (${noise.length})` }).click();
  await expect(page).toHaveURL(/feedback\?noise=true&snoozed=false$/);
  await expect(rows(page)).toHaveCount(noise.length);
  await expect(page.getByTestId("noise-reason")).toHaveCount(noise.length);
  expect(await violationsInBothThemes(page)).toEqual([]);

  const lead = page.locator(`[data-feedback-id="${first?.id}"]`);
  const panel = page.getByTestId("detail-panel");
  await lead.click();
  await expect(panel).toContainText("Noise: ");
  await expect(panel).toContainText("Submitted");
  expect(await violationsInBothThemes(page)).toEqual([]);
  const saved = page.waitForResponse(/\/decisions$/);
  await page.keyboard.press("u");
  const toast = page.getByTestId("toast");
  await expect(toast).toContainText("restored from noise");
  await saved;
  await expect(rows(page)).toHaveCount(noise.length - same.length);
  await page.reload();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(rows(page)).toHaveCount(noise.length - same.length);

  await page.keyboard.press("z");
  await expect(toast).toContainText("Change undone");
  await expect(rows(page)).toHaveCount(noise.length);
  await expect.poll(listed).toHaveLength(noise.length);

  await page.getByRole("button", { name: /^Noise/ }).click();
  await expect(page).toHaveURL(/\/feedback\?snoozed=false(&open=|$)/);
  await openInbox(page, "?bareVote=false&noise=false&comment=false");
  await expect(page.getByTestId("filter-bare-vote")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "Hide noise" })).toBeVisible();
});

test("the inbox hides praise and votes without words, until someone removes their chips", async ({
  errata,
  page,
}) => {
  const total = async (query: string): Promise<number> => {
    const response = await fetch(`${errata.url}/api/projects/docs/feedback/facets?${query}`);
    return (await response.json()).total;
  };
  const WORK_FILTERS = "status=pending&noise=false&snoozed=false";
  const pending = await total(WORK_FILTERS);
  const work = await total(`${WORK_FILTERS}&bareVote=false&praise=false`);
  const withPraise = await total(`${WORK_FILTERS}&bareVote=false`);
  expect(work).toBeLessThan(withPraise);
  expect(withPraise).toBeLessThan(pending);
  const inbox = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox" });
  const count = page.getByTestId("result-count");

  await visit(page, "/");
  await expect(count).toHaveText(`${work.toLocaleString("en")} of 4,000`);
  await expect(inbox).toContainText(work.toLocaleString("en"));
  await expect(rows(page).first()).toHaveCSS("height", "56px");
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeHidden();
  await expect(page.getByRole("columnheader", { name: "Job" })).toBeHidden();

  await page.getByTestId("filter-praise").click();
  await expect(count).toHaveText(`${withPraise.toLocaleString("en")} of 4,000`);
  await expect(inbox).toContainText(withPraise.toLocaleString("en"));
  await visit(page, "/");
  await expect(page).not.toHaveURL(/praise/);
  await expect(count).toHaveText(`${withPraise.toLocaleString("en")} of 4,000`);
  await expect(inbox).toContainText(withPraise.toLocaleString("en"));
  // A link shows the same to everyone.
  await visit(page, `/docs/feedback?${WORK_FILTERS}&bareVote=false&praise=false`);
  await expect(count).toHaveText(`${work.toLocaleString("en")} of 4,000`);
});
