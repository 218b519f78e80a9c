import { join } from "node:path";
import { violations } from "../support/axe.ts";
import { trustedAgent } from "../support/environment.ts";
import { spellingCheck } from "../support/gives-back.ts";
import { createJobFrom, openInbox, waitForFirstSync } from "../support/inbox.ts";
import { editBranch } from "../support/repository.ts";
import { expect, test } from "../support/server.ts";
import { reload } from "../support/visit.ts";

/** Misspells a word and adds a broken link. */
const AGENT_COMMAND = `node -e 'require("fs").appendFileSync("quickstart.mdx", "[gone](./gone.md) teh end.\\n")'`;

test("new problems are a step of a job, and lead to their lines in the diff @thorough", async ({
  page,
  errata,
}) => {
  await errata.reopen({ ...trustedAgent, AGENT_COMMAND, DOCS_CHECK_COMMAND: spellingCheck });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const steps = page.getByRole("list", { name: "Steps" });
  const checks = page.getByTestId("checks");
  await expect(steps).toContainText("Checks 2 new problems", { timeout: 60_000 });
  await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed", {
    timeout: 60_000,
  });
  await expect(checks).toContainText("The target of this link doesn't exist: ./gone.md");
  expect(await violations(page)).toEqual([]);

  // A problem and its line in the diff lead to each other.
  const problem = checks.getByRole("button", { name: /Did you really mean teh\?/ });
  await problem.focus();
  await page.keyboard.press("Enter");
  const note = page.locator("[data-hunk] [data-testid=problem-note]:focus");
  await expect(note).toContainText(/New problem: .*Did you really mean teh\?/);
  await expect(page.locator("summary", { hasText: "quickstart.mdx" })).toContainText(
    "2 new problems",
  );
  await note.getByRole("link", { name: "Show in checks" }).focus();
  await page.keyboard.press("Enter");
  await expect(checks.locator("li:focus")).toContainText("Did you really mean teh?");
  expect(await violations(page)).toEqual([]);

  // A page that is shown as it renders has them at its head.
  await page
    .getByRole("group", { name: "View of pages", exact: true })
    .getByText("Rendered")
    .click();
  await expect(page.getByTestId("rendered-page")).toContainText("teh end.");
  await problem.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-testid=problem-note]:focus")).toContainText(
    /^New problem at line \d+: .*Did you really mean teh\?/,
  );
  await page.getByRole("group", { name: "View of pages", exact: true }).getByText("Source").click();
});

/** Adds a line to a page. */
const ADD_LINE = `node -e 'require("fs").appendFileSync("quickstart.mdx", "More.\\n")'`;

test("a branch that is behind is updated from its job, by keyboard @thorough", async ({
  page,
  errata,
}) => {
  await errata.reopen({ ...trustedAgent, AGENT_COMMAND: ADD_LINE });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const merge = page.getByTestId("merge-pull");
  await expect(merge).toBeEnabled({ timeout: 60_000 });
  const update = page.getByRole("button", { name: "Update from main" });
  await expect(update).toHaveCount(0);
  const origin = join(errata.dataDir, "repository", "docs.git");
  editBranch(origin, "main", "README.md", (text) => `${text}\nMore.\n`);
  await reload(page);
  await update.focus();
  await page.keyboard.press("Enter");
  await expect(update).toHaveCount(0);
  await expect(merge).toBeEnabled();

  editBranch(origin, "main", "quickstart.mdx", (text) => `${text}Other.\n`);
  await reload(page);
  await update.click();
  await expect(page.getByText("main and this branch conflict in quickstart.mdx.")).toBeVisible();
});
