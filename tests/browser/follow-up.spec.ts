import { trustedAgent } from "../support/environment.ts";
import { createJobFrom, openInbox, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test("a follow-up that someone types stays in sight when the job finishes", async ({
  page,
  errata,
}) => {
  const agent =
    'require("fs").appendFileSync("quickstart.mdx", "A line.\\n".repeat(80)); setTimeout(() => {}, 3000)';
  await errata.restart({ ...trustedAgent, AGENT_COMMAND: `node -e ${JSON.stringify(agent)}` });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const field = page.getByTestId("follow-up");
  await field.fill("Please shorten it.");
  await expect(field).toBeFocused();
  await expect(page.locator("[data-hunk]").first()).toBeAttached({ timeout: 30_000 });
  await expect(page.getByTestId("merge-pull")).toBeVisible();
  await expect(field).toBeInViewport();
  await expect(field).toHaveValue("Please shorten it.");
});
