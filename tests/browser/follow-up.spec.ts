import { trustedAgent } from "../support/environment.ts";
import { createJobFrom, openInbox, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test("a follow-up that someone types stays where it is when the job finishes @thorough", async ({
  page,
  errata,
}) => {
  const agent =
    'require("fs").appendFileSync("quickstart.mdx", "A line.\\n".repeat(80)); setTimeout(() => {}, 3000)';
  await errata.reopen({ ...trustedAgent, AGENT_COMMAND: `node -e ${JSON.stringify(agent)}` });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const field = page.getByTestId("follow-up");
  await field.fill("Please shorten it.");
  await expect(field).toBeFocused();
  const before = await field.boundingBox();
  await expect(page.locator("[data-hunk]").first()).toBeAttached({ timeout: 30_000 });
  await expect(page.getByTestId("merge-pull")).toBeVisible();
  const after = await field.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);
  await expect(field).toHaveValue("Please shorten it.");
});
