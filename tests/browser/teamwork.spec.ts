import { expect, type Page } from "@playwright/test";
import { violationsInBothThemes } from "../support/axe.ts";
import { rowIds, rows } from "../support/inbox.ts";
import { openAs } from "../support/team-browser.ts";
import { test } from "../support/team-test.ts";
import { reload, visit } from "../support/visit.ts";

const row = (page: Page, id: string) => page.locator(`[data-feedback-id="${id}"]`);
const toast = (page: Page) => page.getByTestId("toast");

test("an item that is assigned in one browser is seen by its assignee in another @thorough", async ({
  browser,
  team,
}) => {
  const ada = await openAs(browser, team.admin);
  await expect(rows(ada).first()).toBeVisible();
  const tri = await openAs(browser, team.triager, "?assignee=me");
  await expect(tri.getByText("No matching feedback")).toBeVisible();
  await expect(tri.getByTestId("filter-assignee")).toHaveText("Assignee: Me");
  const [first = "", second = ""] = await rowIds(ada);

  await row(ada, first).click();
  await ada.keyboard.press("a");
  const dialog = ada.getByRole("dialog", { name: "Assign to" });
  const options = dialog.getByRole("option");
  await expect(options).toHaveText(["Me (Ada Admin)", "Unassigned", "Tri Ager", "Vi Ewer"]);
  expect(await violationsInBothThemes(ada, "dialog")).toEqual([]);
  await ada.keyboard.type("tri");
  await expect(options).toHaveText(["Tri Ager"]);
  await ada.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(toast(ada)).toContainText("1 item assigned to Tri Ager");
  await expect(row(ada, first).getByText("Assigned to Tri Ager")).toBeAttached();
  const panel = ada.getByTestId("detail-panel");
  await expect(panel.getByTestId("entry-assignee")).toHaveText("Assigned to Tri Ager");
  await expect(panel).toContainText("Ada Admin assigned the item to Tri Ager");
  await expect(row(tri, first)).toBeVisible();
  await expect(tri.getByTestId("result-count")).toContainText("1 of");

  await ada.keyboard.press("z");
  await expect(toast(ada)).toContainText("Change undone for 1 item");
  await expect(row(tri, first)).toHaveCount(0);
  await ada.keyboard.press("Shift+Z");
  await expect(toast(ada)).toContainText("1 item assigned to Tri Ager");
  await expect(row(tri, first)).toBeVisible();

  // Several items, kept over a reload while the server can't be reached.
  await ada.keyboard.press("Escape");
  await ada.route("**/feedback/decisions", (route) => route.abort());
  for (const id of [first, second]) await row(ada, id).getByTestId("row-select").click();
  await ada.keyboard.press("m");
  await expect(toast(ada)).toContainText("2 items assigned to you");
  await reload(ada);
  await expect(row(ada, second).getByText("Assigned to Ada Admin")).toBeAttached();
  await ada.unroute("**/feedback/decisions");
  await reload(ada);
  await expect(row(tri, first)).toHaveCount(0);
  await expect(ada.getByTestId("save-status")).toHaveAttribute("data-waiting", "0");

  await ada.getByTestId("filter-assignee").click();
  await ada.getByRole("option", { name: "Me (Ada Admin)" }).click();
  await expect(ada).toHaveURL(/assignee=me/);
  await expect(ada.getByTestId("result-count")).toContainText("2 of");
  expect((await rowIds(ada)).toSorted()).toEqual([first, second].toSorted());
  expect(await violationsInBothThemes(ada)).toEqual([]);
});

test("offline, an item is assigned without its dialog having been open before @thorough", async ({
  browser,
  team,
}) => {
  const ada = await openAs(browser, team.admin);
  // Asked for with the code of the dialogs, which load once the focus has reached the list.
  const settings = ada.waitForResponse(/\/settings$/);
  await rows(ada).first().focus();
  await (await settings).finished();
  const [first = ""] = await rowIds(ada);
  await ada.context().setOffline(true);

  await ada.keyboard.press("a");
  const dialog = ada.getByRole("dialog", { name: "Assign to" });
  await dialog.getByRole("option", { name: "Vi Ewer" }).click();
  await expect(row(ada, first).getByText("Assigned to Vi Ewer")).toBeAttached();
  await expect(ada.getByTestId("save-status")).toContainText("1 change waiting");
  await ada.context().setOffline(false);
  await expect(ada.getByTestId("save-status")).toHaveAttribute("data-waiting", "0");
});

test("a viewer sees who an item is assigned to, and can't change it @thorough", async ({
  browser,
  team,
}) => {
  const page = await openAs(browser, team.viewer);
  await expect(rows(page).first()).toBeVisible();
  const [, , third = ""] = await rowIds(page);
  const id = "decision-by-tri";
  const { person } = await (await team.triager.send("/api/me")).json();
  await team.triager.send("/api/projects/docs/feedback/decisions", {
    method: "POST",
    body: { decisions: [{ kind: "assign", id, age: 0, ids: [third], assignee: person.id }] },
  });
  await row(page, third).click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel.getByText("Assigned to Tri Ager", { exact: true })).toBeVisible();
  await expect(panel.getByTestId("entry-assignee")).toHaveCount(0);
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a note survives a reload and a lost answer, and others see it at once @thorough", async ({
  browser,
  team,
}) => {
  const ada = await openAs(browser, team.admin);
  await expect(rows(ada).first()).toBeVisible();
  const [, , , fourth = ""] = await rowIds(ada);
  await row(ada, fourth).click();
  const field = ada.getByTestId("note-field");
  await expect(field).toBeVisible();
  const tri = await openAs(browser, team.triager, `?open=${fourth}`);
  const seen = tri.getByTestId("detail-panel").getByRole("region", { name: "Notes" });
  await expect(seen).toBeVisible();

  await row(ada, fourth).focus();
  await ada.keyboard.press("n");
  await expect(field).toBeFocused();
  await ada.keyboard.type("See https://example.org/docs. @tr");
  await expect(ada.getByRole("option", { name: "Tri Ager" })).toBeVisible();
  expect(await violationsInBothThemes(ada)).toEqual([]);
  await ada.keyboard.press("Enter");
  await expect(field).toHaveValue("See https://example.org/docs. @Tri Ager ");
  await ada.keyboard.type("please");
  await reload(ada);
  await expect(field).toHaveValue("See https://example.org/docs. @Tri Ager please");
  // Escape leaves the field, and keeps the item and the text.
  await row(ada, fourth).focus();
  await ada.keyboard.press("n");
  await ada.keyboard.press("Escape");
  await expect(row(ada, fourth)).toBeFocused();

  // The note arrives, but its answer doesn't.
  const { promise: isSeen, resolve: loseAnswer } = Promise.withResolvers<void>();
  await ada.route("**/notes", async (route) => {
    await route.fetch();
    await isSeen;
    await route.abort();
  });
  await ada.getByRole("button", { name: "Add note" }).click();
  await expect(field).toHaveValue("");
  await expect(seen.getByRole("listitem")).toHaveText(/Ada Admin.*please/s);
  loseAnswer();
  await expect(ada.getByTestId("save-status")).toContainText("1");
  await ada.unroute("**/notes");
  await reload(ada);
  await expect(ada.getByTestId("save-status")).not.toContainText("1");
  const notes = ada.getByTestId("detail-panel").getByRole("region", { name: "Notes" });
  await expect(notes.getByRole("listitem")).toHaveCount(1);
  await expect(notes.getByRole("link", { name: /example.org/ })).toHaveAttribute(
    "href",
    "https://example.org/docs",
  );
  await expect(row(tri, fourth)).toContainText("1 note");
  await expect(seen.getByRole("button", { name: "Delete note" })).toHaveCount(0);

  // An edit that was kept doesn't take the focus from someone who moves through the list.
  await notes.getByRole("button", { name: "Edit note" }).click();
  const edit = ada.getByTestId("note-edit");
  await edit.fill("First line\nSecond line");
  expect(await edit.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
  const [, , third = ""] = await rowIds(ada);
  await row(ada, third).click();
  await expect(edit).toHaveCount(0);
  await ada.keyboard.press("j");
  await expect(edit).toHaveValue("First line\nSecond line");
  await expect(row(ada, fourth)).toBeFocused();
  await notes.getByRole("button", { name: "Cancel" }).click();
  await expect(notes.getByRole("button", { name: "Edit note" })).toBeFocused();

  await notes.getByRole("button", { name: "Edit note" }).click();
  await edit.fill("Done");
  await ada.keyboard.press("Control+Enter");
  await expect(seen.getByRole("listitem")).toHaveText(/Ada Admin.*edited.*Done/s);
  await notes.getByRole("button", { name: "Delete note" }).click();
  await ada.getByRole("dialog").getByRole("button", { name: "Delete note" }).click();
  await expect(seen.getByRole("listitem")).toHaveCount(0);
  await expect(field).toBeFocused();
});

test("a view that someone saves for the team is opened and adapted by a teammate @thorough", async ({
  browser,
  team,
}) => {
  const tri = await openAs(browser, team.triager, "?status=pending");
  const vi = await openAs(browser, team.viewer);
  const views = (page: Page) => page.getByRole("navigation", { name: "Saved views" });
  const save = async (page: Page, name: string, options: string[]) => {
    const form = page.getByRole("dialog", { name: /^(View options|Save as a new view)$/ });
    await form.getByRole("textbox", { name: "Name" }).fill(name);
    for (const option of options) await form.getByRole("checkbox", { name: option }).check();
    await form.getByRole("button", { name: "Save view" }).click();
    await expect(page.getByTestId("open-view")).toHaveText(name);
  };
  await tri.getByTestId("view-menu").click();
  await tri.getByRole("radio", { name: "Comfortable" }).check();
  await tri.getByRole("button", { name: "Save view…" }).click();
  await save(tri, "To do", ["Share with the team", "Include rows and columns"]);

  const link = views(vi).getByRole("link", { name: /^To do/ });
  await expect(link).toContainText(/\d items$/);
  await link.click();
  await expect(vi.getByTestId("open-view")).toHaveText("To do");
  await expect(vi.locator("html")).toHaveAttribute("data-list", "comfortable");
  await expect(rows(vi).first()).toHaveCSS("height", "56px");
  await vi.getByTestId("filter-comment").click();
  await expect(vi.getByText("Changed", { exact: true })).toBeVisible();
  expect(await violationsInBothThemes(vi)).toEqual([]);
  // Viewers have views of their own, and don't change the team's.
  await expect(vi.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await vi.getByRole("button", { name: "Save as" }).click();
  await expect(vi.getByRole("checkbox", { name: "Share with the team" })).toHaveCount(0);
  await save(vi, "With comments", []);
  await expect(vi).toHaveURL(/comment=true/);
  await vi.getByTestId("filter-comment").click();
  await vi.getByRole("button", { name: "Discard" }).click();
  await expect(vi.getByTestId("filter-comment")).toHaveAttribute("aria-pressed", "true");

  const own = views(vi).getByRole("link");
  await own.last().focus();
  await vi.keyboard.press("Alt+ArrowUp");
  await expect(own).toHaveText([/^With comments/, /^To do/]);
  await expect(own.first()).toBeFocused();
  await vi.getByTestId("view-menu").click();
  // Not the response that saves the new order, which has the same address.
  const saved = vi.waitForResponse((response) => {
    const request = response.request();
    return request.url().endsWith("/views") && !!request.postData()?.includes("defaultId");
  });
  await vi.getByRole("button", { name: "Set as your default" }).click();
  await saved;
  await visit(vi, "/");
  await expect(vi.getByTestId("open-view")).toHaveText("With comments");
  await expect(own).toHaveText([/^With comments/, /^To do/]);
  await expect(views(tri).getByRole("link")).toHaveText([/^To do/]);
});

test("a mention is in the badge at once, and Home says what is new until it was seen @thorough", async ({
  browser,
  team,
}) => {
  const read = { method: "POST", body: { upTo: Number.MAX_SAFE_INTEGER } };
  await team.triager.send("/api/projects/docs/notifications", read);
  const tri = await openAs(browser, team.triager);
  const home = tri.getByRole("link", { name: "Home" });
  await expect(home).toHaveText("Home");
  const [id = ""] = await rowIds(tri);
  await team.admin.send(`/api/projects/docs/feedback/${id}/notes`, {
    method: "POST",
    body: { id: "note-for-tri", text: "@Tri Ager, is this still true?" },
  });
  await expect(home).toHaveText("Home1 unread");
  await home.click();
  const mention = tri.getByRole("link", { name: "Unread: Ada Admin mentioned you in a note" });
  await expect(mention).toBeVisible();
  await expect(tri.getByRole("heading", { name: "Pending items" })).toBeVisible();
  expect(await violationsInBothThemes(tri)).toEqual([]);
  await mention.click();
  await expect(tri).toHaveURL(new RegExp(`open=${id}`));
  await expect(tri.getByTestId("detail-panel")).toContainText("is this still true?");
  await expect(home).toHaveText("Home");

  await home.click();
  await tri.getByRole("button", { name: "Mark all as read" }).click();
  await expect(tri.getByRole("heading", { name: "Pending items" })).toHaveCount(0);
  await reload(tri);
  await expect(tri.getByText("since your last visit just now")).toBeVisible();
  await expect(tri.getByRole("heading", { name: "New items" })).toHaveCount(0);
  await tri.getByRole("link", { name: "All notifications" }).click();
  await expect(tri.getByTestId("notification").first()).toContainText("Ada Admin mentioned you");
  await expect(tri.getByRole("button", { name: "Mark as read" })).toHaveCount(0);

  // Anyone's decision can be undone from the activity of all items.
  const { person } = await (await team.triager.send("/api/me")).json();
  const assign = { kind: "assign", id: "decision-by-ada", age: 0, ids: [id], assignee: person.id };
  await team.admin.send("/api/projects/docs/feedback/decisions", {
    method: "POST",
    body: { decisions: [assign] },
  });
  await expect(home).toHaveText("Home1 unread");
  await home.click();
  await tri.getByRole("link", { name: "Activity" }).click();
  const latest = tri.getByTestId("activity").first();
  // Earlier tests may have assigned it to someone.
  await expect(latest).toContainText(/Ada Admin (re)?assigned an item .*to Tri Ager/);
  await tri.setViewportSize({ width: 380, height: 700 });
  expect(await violationsInBothThemes(tri)).toEqual([]);
  await latest.getByRole("button", { name: "Undo" }).click();
  await expect(latest).toContainText(/Tri Ager undid (re)?assigning an item .*to themselves/);
  await expect(home).toHaveText("Home");
});
