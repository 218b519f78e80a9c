import { violations } from "../support/axe.ts";
import { trustedAgent } from "../support/environment.ts";
import { createJobFrom, openInbox, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

/** Changes a page, and a workflow as well. */
const AGENT = `
const { appendFileSync, mkdirSync, writeFileSync } = require("fs");
appendFileSync("quickstart.mdx", "A new step.\\n");
mkdirSync(".github/workflows", { recursive: true });
writeFileSync(".github/workflows/check.yml", "on: push\\n");
console.log(JSON.stringify({ errata: { summary: "Added a step and a workflow." } }));`;

test("a job over its leash waits, and is allowed once by keyboard", async ({ page, errata }) => {
  const command = `node -e ${JSON.stringify(AGENT.replaceAll("\n", " "))}`;
  await errata.restart({ ...trustedAgent, AGENT_COMMAND: command });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const held = page.getByTestId("held-change");
  await expect(held).toContainText(".github/workflows/check.yml", { timeout: 30_000 });
  await expect(held).toContainText("Protected");
  await expect(page.getByText("The agent changed more than it's allowed to.")).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // Nothing is lost when the server ends.
  await errata.restart({ ...trustedAgent, AGENT_COMMAND: command });
  await page.reload();
  const address = page.url();
  await visit(page, "/docs/jobs?needs=me");
  await expect(page.getByRole("main").getByText("Needs a decision")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Agent jobs/ }).first()).toHaveText(
    "Agent jobs1 needs attention",
  );
  await visit(page, address);
  await held.getByRole("button", { name: "Allow once" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed", {
    timeout: 30_000,
  });
  await expect(held).toHaveCount(0);
  await expect(page.getByText("A new step.")).toBeVisible();
  await expect(
    page.getByText(/Change beyond the agent's limits allowed once \(1 file\)/),
  ).toHaveCount(1);
});

test("what agents may change is said in Settings and before a job", async ({ page, errata }) => {
  await waitForFirstSync(errata);
  await visit(page, "/settings");
  const said = page.getByTestId("leash");
  await expect(said).toContainText("The agent may change any file");
  await page.getByLabel(/^Paths the agent may change/).fill("guides/**");
  await page.keyboard.press("Tab");
  const fields = page.getByRole("group", { name: "Agent changes" });
  await fields.getByRole("button", { name: "Save limits" }).focus();
  await page.keyboard.press("Enter");
  await expect(said).toContainText("The agent may change guides/**");
  expect(await violations(page)).toEqual([]);
});

test("a change is discarded only after a question, and not said to be the agent's failure", async ({
  page,
  errata,
}) => {
  const command = `node -e ${JSON.stringify(AGENT.replaceAll("\n", " "))}`;
  await errata.restart({ ...trustedAgent, AGENT_COMMAND: command });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const held = page.getByTestId("held-change");
  await held.getByRole("button", { name: "Discard change" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(held).toBeVisible();
  await held.getByRole("button", { name: "Discard change" }).click();
  await question.getByRole("button", { name: "Discard change" }).click();
  await expect(page.getByText("The agent finished, and its change was discarded.")).toBeVisible();
  await expect(held).toHaveCount(0);
});
