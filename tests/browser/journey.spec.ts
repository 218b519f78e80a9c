import type { Page } from "@playwright/test";
import { trustedAgent } from "../support/environment.ts";
import { createJobFrom, openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { mergeHere } from "../support/pulls.ts";
import { type Errata, expect, test } from "../support/server.ts";
import { hydrated, visit } from "../support/visit.ts";

test.describe.configure({ mode: "serial" });

test("filter, open, select three, draft, create, see it completed, read the diff, merge", async ({
  page,
  errata,
}) => {
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");

  await page.getByTestId("filter-source").click();
  await page.getByRole("checkbox", { name: /Page comment/ }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/source=page-comment/);
  // Until then, the rows of before are shown.
  await expect(page.getByTestId("feedback-table")).toHaveAttribute("aria-busy", "false");

  await rows(page).first().click();
  await expect(page.getByTestId("detail-panel")).toContainText("Page comment");
  await page.getByRole("button", { name: "Close item" }).click();

  const ids = await createJobFrom(page, 3);
  const status = page.getByTestId("job-status");
  await expect(status).toHaveAttribute("data-status", "completed", { timeout: 120_000 });
  const link = page.getByTestId("job-pr-link");
  await expect(link).toHaveAttribute("href", new RegExp(`^${errata.url}/pulls/\\d+$`));

  await expectOnHomeOnce(await page.context().newPage(), errata.url);

  // Elsewhere, the badge is the pull request, which opens in this tab.
  await visit(page, "/docs/jobs");
  await page.getByRole("link", { name: /#\d+ Open/ }).click();
  await expect(page).toHaveURL(/\/docs\/jobs\/[^/]+$/);
  await expect(page.getByTestId("merge-pull")).toBeVisible();

  const [pull] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await hydrated(pull);
  await expect(pull.getByTestId("pull-state")).toHaveAttribute("data-state", "open");
  await expect(pull.locator("tr").filter({ hasText: "added:" }).first()).toBeVisible();
  for (const id of ids) await expect(pull.locator("main")).toContainText(id);
  await mergeHere(pull);
  await expect(pull.getByTestId("merge-pull")).toHaveCount(0);
});

/** Home lists the job to review once, and opening it there marks its notification as read. */
async function expectOnHomeOnce(page: Page, url: string): Promise<void> {
  await visit(page, `${url}/docs`);
  const home = page.getByRole("link", { name: "Home" });
  await expect(home).toHaveText("Home1 unread");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Ready to review" })).toBeVisible();
  await expect(main.getByRole("heading", { name: "Unread notifications" })).toHaveCount(0);
  await main.locator('a[href*="/docs/jobs/"]').first().click();
  await expect(home).toHaveText("Home");
  await page.close();
}

test("which feedback went to which job shows both ways, after a reload and a restart @thorough", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending&source=agent");
  const [id = ""] = await createJobFrom(page, 1);
  await expect(page.getByTestId("job-pr-link")).toBeVisible({ timeout: 120_000 });
  const jobAddress = page.url();

  const bothWays = async () => {
    await visit(page, jobAddress);
    await expect(page.locator(`a[href*="open=${id}"]`)).toBeVisible();
    await visit(page, `${errata.url}/docs/feedback?open=${id}`);
    const panel = page.getByTestId("detail-panel");
    await expect(panel.locator(`a[href="${new URL(jobAddress).pathname}"]`)).toBeVisible();
    await expect(panel.getByRole("link", { name: /Pull request #\d+ Open/ })).toBeVisible();
  };
  await bothWays();
  await errata.kill();
  await errata.restart();
  await bothWays();
  await visit(page, `${errata.url}/docs/jobs`);
  await expect(page.getByRole("link", { name: "Pull request" })).not.toHaveCount(0);
});

test("a job that is under way when the server is killed is completed after a restart @thorough", async ({
  page,
  errata,
}) => {
  const slow = `node -e "setTimeout(() => require('fs').appendFileSync('quickstart.mdx', 'More.\\n'), 1500)"`;
  await errata.restart({ ...trustedAgent, AGENT_COMMAND: slow });
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "active");
  await errata.kill();
  await errata.restart({ ...trustedAgent, AGENT_COMMAND: slow });
  await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed", {
    timeout: 120_000,
  });
  await expect(page.getByTestId("job-pr-link")).toBeVisible();
});

test("a finished job can be archived on its page @thorough", async ({ page, errata }) => {
  await visit(page, `${errata.url}/docs/jobs`);
  await page.getByRole("row").locator('a[href*="/jobs/"]').first().click();
  await page.getByRole("button", { name: "Archive job" }).click();
  await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "archived");
  await expect(page.getByRole("button", { name: "Archive job" })).toHaveCount(0);
});

test("a double click on create makes one job", async ({ page, errata }) => {
  const before = await jobCount(page, errata);
  await openInbox(page, "?status=pending&source=code_snippet");
  await rows(page).first().getByTestId("row-select").click();
  await page.getByTestId("draft-prompt").click();
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByTestId("create-job").dblclick();
  await expect(page).toHaveURL(/\/docs\/jobs\//);
  expect(await jobCount(page, errata)).toBe(before + 1);
});

async function jobCount(page: Page, errata: Errata): Promise<number> {
  const answer = await page.request.get(`${errata.url}/api/projects/docs/jobs?limit=200`);
  return (await answer.json()).jobs.length;
}
