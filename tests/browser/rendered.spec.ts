import { violationsInAllColors } from "../support/axe.ts";
import { trustedAgent } from "../support/environment.ts";
import { createJobFrom, openInbox, waitForFirstSync } from "../support/inbox.ts";
import { createKey } from "../support/keys.ts";
import { pullFor } from "../support/pulls.ts";
import { expect, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

/** Changes a word of a page, adds a paragraph at its end, and adds a long file that isn't a page. */
const AGENT = `
const { readFileSync, writeFileSync } = require("fs");
const page = readFileSync("quickstart.mdx", "utf8");
writeFileSync("quickstart.mdx", page.replace("relay serve", "relay watch") + "\\nThat is **all**.\\n");
writeFileSync("data.json", Array.from({ length: 300 }, (_, at) => "line " + at).join("\\n"));`;
const AGENT_COMMAND = `node -e ${JSON.stringify(AGENT.replaceAll("\n", " ").replaceAll("$", "\\$"))}`;

test("a changed page is shown as it renders before and after, by keyboard and on a phone", async ({
  page,
  errata,
}) => {
  await errata.reopen({ ...trustedAgent, AGENT_COMMAND });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const files = page.locator("details[data-path]");
  await expect(files).toHaveCount(2, { timeout: 60_000 });
  const quickstart = files.filter({ hasText: "quickstart.mdx" });
  const rendered = page.getByTestId("rendered-page");
  const changes = rendered.locator(".rendered-change");

  await test.step("the lines of the first screen come with the page, and all others in turn", async () => {
    const html = await (await page.request.get(page.url())).text();
    const lines = html.split(" data-line=").length - 1;
    expect(lines).toBeGreaterThan(50);
    expect(lines).toBeLessThan(200);
    await expect(files.filter({ hasText: "data.json" }).locator("tr")).toHaveCount(300);
    await expect(page.locator(".diff-part:empty")).toHaveCount(0);
  });

  await test.step("a key shows all pages as they render, and the browser keeps that", async () => {
    await quickstart.locator("[data-hunk]").first().focus();
    await page.keyboard.press("v");
    await expect(changes.first()).toBeVisible();
    await expect(rendered).toHaveCount(1);
    await expect(quickstart.locator(":focus")).toHaveCount(1);
    await reload(page);
    await expect(changes.getByRole("deletion").first()).toHaveText("serve");
    await expect(changes.getByRole("insertion").first()).toHaveText("watch");
    await expect(changes.last()).toContainText("Added");
    await expect(changes.last().locator("ins strong")).toHaveText("all");
    // Other files stay source.
    await expect(files.filter({ hasText: "data.json" }).locator("[data-hunk]")).toBeVisible();
    expect(await violationsInAllColors(page)).toEqual([]);
  });

  await test.step("before is beside after, and the rest of the page can be shown", async () => {
    const [before, after] = [changes.first().locator("del"), changes.first().locator("ins")];
    const place = async () => [
      await before.first().boundingBox(),
      await after.first().boundingBox(),
    ];
    await page.setViewportSize({ width: 1440, height: 900 });
    const [left, right] = await place();
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + 200);
    await expect(rendered).toContainText("not shown");
    await page.getByRole("button", { name: "Show whole page" }).click();
    await expect(rendered).not.toContainText("not shown");
    await page.setViewportSize({ width: 380, height: 800 });
    const [above, below] = await place();
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + 10);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(380);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("keys lead from change to change, and one choice shows the only page as source", async () => {
    const [first = ""] = await changes.evaluateAll((all) => all.map(({ dataset }) => dataset.hunk));
    const focused = page.locator("[data-hunk]:focus");
    await changes.first().focus();
    await page.keyboard.press("v");
    await expect(rendered).toHaveCount(0);
    await expect(focused).toHaveAttribute("data-hunk", first);
    await page.keyboard.press("v");
    await expect(changes.first()).toBeFocused();
    await page.keyboard.press("]");
    await expect(focused).toBeVisible();
    await expect(changes.first()).not.toBeFocused();
    const choice = page.getByRole("radio", { name: "Source" });
    await expect(choice).toHaveCount(1);
    await page.getByText("Source", { exact: true }).click();
    await expect(rendered).toHaveCount(0);
    await expect(quickstart.locator(".diff").first()).toBeVisible();
  });

  await test.step("a tick stays while the diff is read again, and with an edit of another file", async () => {
    const tick = page.getByRole("checkbox", { name: "Reviewed data.json" });
    const { promise: ticked, resolve } = Promise.withResolvers<void>();
    // The answer to what the edit asks for is from before the tick, and arrives after it.
    await page.route(
      "**/review?page=1",
      async (route) => {
        const response = await route.fetch();
        await ticked;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const line = page.locator("tr[data-line]", { hasText: "That is **all**." });
    await line.click();
    await page.keyboard.press("e");
    await page.getByTestId("edit-lines").fill("That is **it**.");
    const saved = page.waitForResponse((response) => response.url().endsWith("/edits"));
    await page.keyboard.press("Control+Enter");
    expect((await saved).ok()).toBe(true);
    const kept = page.waitForResponse((response) => response.url().endsWith("/reviewed"));
    await tick.check();
    expect((await kept).ok()).toBe(true);
    resolve();
    await expect(page.locator("tr[data-line]", { hasText: "That is **it**." })).toBeVisible();
    await expect(tick).toBeChecked();
    await reload(page);
    await expect(page.getByText("1 of 2 reviewed")).toBeVisible();
    await expect(tick).toBeChecked();
  });

  await test.step("the site shows the page as it would be", async () => {
    const link = quickstart.getByRole("link", { name: /View changed page/ });
    const site = await page.context().newPage();
    await site.goto((await link.getAttribute("href")) ?? "");
    await expect(site.getByText("That is it.")).toBeVisible();
    await expect(site.locator("errata-feedback")).toHaveCount(0);
    await expect(site.getByText(/The pages of branch/)).toBeVisible();
    await site.getByRole("link", { name: /Next/ }).click();
    await expect(site).toHaveURL(/\?at=/);
  });
});

test("a pull request without a job of Errata shows its pages as they render, too @thorough", async ({
  page,
  errata,
  request,
}) => {
  // With the sample agent.
  await errata.reopen({});
  await visit(page, await pullFor(request, await createKey(errata), "relay listen"));
  await expect(page.locator("tr mark", { hasText: "listen" })).toBeVisible();
  const views = page.getByRole("group", { name: "View of pages", exact: true });
  await views.getByText("Rendered").click();
  const change = page.locator(".rendered-change").first();
  await expect(change.getByRole("deletion")).toHaveText("serve");
  await expect(change.getByRole("insertion")).toHaveText("listen");
  await expect(page.getByRole("link", { name: /View changed page/ })).toBeVisible();
});
