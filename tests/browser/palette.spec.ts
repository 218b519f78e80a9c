import { dialogViolations } from "../support/axe.ts";
import { openInbox, rowIds } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test("the command palette finds commands, pages, and items by keyboard, and returns the focus", async ({
  page,
}) => {
  const field = page.getByRole("combobox", { name: /^Find a command/ });
  const options = (group: string) => page.getByRole("group", { name: group }).getByRole("option");
  const choose = async (typed: string, first: string) => {
    await page.keyboard.press("Control+k");
    await field.fill(typed);
    const active = page.getByRole("option", { selected: true });
    await expect(active).toContainText(first);
    await page.keyboard.press("Enter");
    await expect(field).toBeHidden();
  };
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = ""] = await rowIds(page);
  const row = page.locator(`[data-feedback-id="${first}"]`);
  await row.focus();
  // What is typed before the palette is loaded is kept, and decides about nothing.
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await loading;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("authx 4");
  for (let index = 0; index < 3; index++) await page.keyboard.press("Backspace");
  load();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("auth");
  await expect(row).toContainText("Pending");
  await field.fill("authentication");
  await expect(options("Pages").first()).toContainText("/guides/authentication");
  await expect(options("Items").last()).toHaveText("Search feedback for “authentication”");
  expect(await dialogViolations(page)).toEqual([]);
  // Enter must not open what an earlier text found.
  await field.fill("zebra");
  expect(await options("Pages").count()).toBe(0);
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();

  await choose("save view", "Save view…");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Escape");
  await row.focus();
  await choose("mark resolved", "Mark as resolved");
  await expect(page.getByTestId("toast")).toContainText("1 item resolved");
  await choose("undo", "Undo last change");
  await expect(page.getByTestId("toast")).toContainText("Change undone");
  await choose("agent jobs", "Go to agent jobs");
  await expect(page.getByRole("heading", { name: "Agent jobs" })).toBeVisible();

  // On other pages as well, with what was chosen last first, as long as it's possible there.
  await page.keyboard.press("Control+k");
  await expect(options("Recent")).toHaveText(["Go to agent jobs"]);
  await expect(page.getByRole("option", { name: "Mark as resolved" })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(field).toBeHidden();
});
