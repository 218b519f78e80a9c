import type { Locator, Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { trustedAgent } from "../support/environment.ts";
import { createJobFrom, openInbox, waitForFirstSync } from "../support/inbox.ts";
import { type Errata, expect, test } from "../support/server.ts";
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
  await fields.getByRole("button", { name: "Save agent changes" }).focus();
  await page.keyboard.press("Enter");
  await expect(said).toContainText("The agent may change guides/**");
  expect(await violations(page)).toEqual([]);
});

test("a change is allowed as it is seen: what is beyond the limits comes first, with its lines @thorough", async ({
  page,
  errata,
}) => {
  const held = await waitingChange(page, errata);
  await expect(held).toContainText("outside what the agent may change");
  const files = held.locator("details");
  await expect(files.first()).toContainText("check.yml");
  await expect(files.first()).toContainText("Protected");
  await expect(files.first()).toContainText("on: push");
  await expect(files.nth(1)).toContainText("A new step.");
  expect(await violations(page)).toEqual([]);
  const sent = page.waitForRequest(
    (request) => request.url().endsWith("/held") && request.method() === "POST",
  );
  await held.getByRole("button", { name: "Allow once" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    decision: "allow",
    version: expect.stringMatching(/^[\da-f]{64}$/),
  });
  await expect(page.locator("#changes")).toContainText("on: push");
  await expect(held).toHaveCount(0);
});

test("a change is discarded only after a question, and not said to be the agent's failure @thorough", async ({
  page,
  errata,
}) => {
  const held = await waitingChange(page, errata);
  await held.getByRole("button", { name: "Discard change" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(held).toBeVisible();
  await held.getByRole("button", { name: "Discard change" }).click();
  await question.getByRole("button", { name: "Discard change" }).click();
  await expect(page.getByText("The agent finished, and its change was discarded.")).toBeVisible();
  await expect(page.getByTestId("job-status")).toContainText("Discarded");
  // Another test's pull request may.
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const answer = await page.request.get(`${errata.url}/api/projects/docs/jobs?needs=me`);
  expect(answer.ok()).toBe(true);
  expect(await answer.text()).not.toContain(id);
  await expect(held).toHaveCount(0);
});

test("where agents only report, that is said before, told to the agent, and what it says is the report @thorough", async ({
  page,
  errata,
}) => {
  const script = `process.stdin.on("end", () => console.log("Told:", /# Report only/.test(text)))`;
  const program = `let text = ""; process.stdin.on("data", (part) => text += part); ${script}`;
  await errata.reopen({ ...trustedAgent, AGENT_COMMAND: `node -e ${JSON.stringify(program)}` });
  await waitForFirstSync(errata);
  await visit(page, "/settings");
  await expect(page.getByTestId("leash")).toContainText("The agent may change");
  const fields = page.getByRole("group", { name: "Agent changes" });
  await fields.getByLabel("Report only").check();
  await fields.getByRole("button", { name: "Save agent changes" }).click();
  await expect(page.getByTestId("leash")).toContainText(
    "The agent only reports, and each prompt says so",
  );
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const steps = page.getByRole("list", { name: "Steps" });
  await expect(steps).toContainText("Report", { timeout: 60_000 });
  await expect(page.getByText("The agent reported what it found.")).toBeVisible();
  await expect(page.getByRole("group").filter({ hasText: "Told: true" })).toBeVisible();
  await expect(page.locator("details[open] > summary", { hasText: "Report" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

/** Creates a job whose agent goes beyond its limits. */
async function waitingChange(page: Page, errata: Errata): Promise<Locator> {
  const command = `node -e ${JSON.stringify(AGENT.replaceAll("\n", " "))}`;
  await errata.reopen({ ...trustedAgent, AGENT_COMMAND: command });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  return page.getByTestId("held-change");
}
