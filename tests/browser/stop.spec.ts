import { violations } from "../support/axe.ts";
import { trustedAgent } from "../support/environment.ts";
import { createJobFrom, openInbox, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

/** Says what it does, changes a page, and then works until it is stopped; asked to, it says what it cost. */
const AGENT = `
const { appendFileSync } = require("fs");
const say = (errata) => console.log(JSON.stringify({ errata }));
say({ activity: "Reading /quickstart" });
appendFileSync("quickstart.mdx", "Half done.\\n");
say({ activity: "Editing quickstart.mdx" });
process.on("SIGINT", () => {
  say({ usage: { input: 1200, output: 34 }, cost_usd: 0.25, summary: "Added half of it." });
  process.exit(1);
});
setInterval(() => {}, 1000);`;

test("what an agent does is seen as it happens, and a stopped one's work is kept", async ({
  page,
  errata,
}) => {
  const command = `node -e ${JSON.stringify(AGENT.replaceAll("\n", " "))}`;
  await errata.restart({ ...trustedAgent, AGENT_COMMAND: command });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const activity = page.getByTestId("agent-activity");
  await expect(activity).toContainText("Reading /quickstart");
  await expect(activity).toContainText("Editing quickstart.mdx");
  await expect(page.getByText(/^Running for .* · last output .* ago$/)).toBeVisible();

  await page.getByRole("button", { name: "Stop job" }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop and keep what was done" }).click();
  await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed", {
    timeout: 30_000,
  });
  await expect(page.getByText("The job was stopped. The pull request has what")).toBeVisible();
  await expect(page.getByText("Half done.")).toBeVisible();
  await expect(page.locator("pre").filter({ hasText: "Added half of it." }).first()).toBeVisible();
  await expect(page.getByText("$0.25, 1.2K tokens")).toBeVisible();
  await visit(page, "/docs/jobs");
  await expect(page.getByRole("row").filter({ hasText: "$0.25" })).toHaveCount(1);
});
