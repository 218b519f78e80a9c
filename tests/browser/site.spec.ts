import { violations } from "../support/axe.ts";
import { openInbox, rowIds, rows, waitForFirstSync } from "../support/inbox.ts";
import { mergeHere } from "../support/pulls.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

// The sample has comments of its own about this mistake.
const COMMENT = 'Found on a train: "relay serve" should be "relay listen".';

test("feedback on the sample's site becomes a merged change that the page shows @thorough", async ({
  page,
  context,
  errata,
}) => {
  await waitForFirstSync(errata);
  const reader = await context.newPage();
  const problems: string[] = [];
  reader.on("console", (message) => problems.push(message.text()));
  // A comment within a second would look like spam.
  await reader.clock.install();
  await reader.goto("/site/docs/quickstart");
  const wrong = reader.getByText("relay serve --forward");
  const right = reader.getByText("relay listen --forward");
  await expect(wrong).toBeVisible();
  const widget = reader.locator("errata-feedback");
  await expect(widget.getByRole("group")).toBeVisible();
  for (const colorScheme of ["dark", "light"] as const) {
    await reader.emulateMedia({ colorScheme });
    expect(await violations(reader)).toEqual([]);
  }
  await widget.getByRole("button", { name: "No", exact: true }).click();
  await widget.getByLabel("Comment").fill(COMMENT);
  await reader.clock.fastForward(5_000);
  await widget.getByRole("button", { name: "Send" }).click();
  await expect(widget.getByRole("status")).toHaveText("Sent. Thank you!");
  await expect(widget.getByLabel("Comment")).toHaveCount(0);
  const found = `/api/projects/docs/feedback?path=/quickstart&q=${encodeURIComponent(COMMENT)}`;
  const idOf = async () => (await (await page.request.get(found)).json()).feedback[0]?.id;
  await expect.poll(idOf).toBeTruthy();
  const id = await idOf();

  await reader.getByRole("link", { name: "Feedback on this page" }).click();
  await expect(rows(reader).first()).toHaveAttribute("data-feedback-id", id);
  await openInbox(page, "?path=/quickstart");
  expect((await rowIds(page))[0]).toBe(id);
  await page.locator(`[data-feedback-id="${id}"]`).getByTestId("row-select").click();
  await page.getByTestId("draft-prompt").click();
  await expect(page.getByTestId("prompt-editor")).toHaveValue(new RegExp(id));
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByTestId("create-job").click();
  const link = page.getByTestId("job-pr-link");
  await expect(link).toBeVisible();
  await visit(page, (await link.getAttribute("href")) ?? "");
  await mergeHere(page);

  await reader.goBack();
  await reader.reload();
  await expect(right).toBeVisible();
  await expect(wrong).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("the sample's site works on a phone and with the keyboard alone", async ({ page }) => {
  await page.setViewportSize({ width: 380, height: 800 });
  await page.goto("/site/docs/introduction");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(380);

  const menu = page.getByRole("navigation", { name: "Documentation" });
  await expect(menu).toBeHidden();
  await page.getByRole("link", { name: "Menu", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Close menu" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu).toBeHidden();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Quickstart" })).toBeVisible();
});
