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
