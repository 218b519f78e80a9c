import type { Page } from "@playwright/test";
import type { SavedView } from "../../lib/contract/api/views.ts";
import { refusal } from "../support/api-responses.ts";
import { violationsInBothThemes } from "../support/axe.ts";
import { openInbox, waitForFirstSync } from "../support/inbox.ts";
import { unreachable } from "../support/reachable.ts";
import { type Errata, expect, test } from "../support/server.ts";

const VIEWS = /\/api\/projects\/docs\/views(\/[^/]+)?$/;

const saveStatus = (page: Page) => page.getByTestId("save-status");
const links = (page: Page) =>
  page.getByRole("navigation", { name: "Saved views" }).getByRole("link");

async function request(errata: Errata, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${errata.url}/api/projects/docs/views${path}`, {
    method,
    headers: { "content-type": "application/json", origin: errata.url },
    body: body && JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}

/** Saves views with these names, and no others. */
async function saveViews(errata: Errata, names: string[]): Promise<void> {
  for (const { id } of await savedViews(errata)) await request(errata, "DELETE", `/${id}`);
  await request(errata, "PATCH", "", { order: [], defaultId: null });
  for (const name of names) await saveView(errata, name);
}

async function saveView(errata: Errata, name: string): Promise<void> {
  const view = { id: `view-${name}`, name, query: "comment=true", layout: null, isTeam: false };
  await request(errata, "POST", "", view);
}

async function defaultView({ url }: Errata): Promise<string | null> {
  return (await (await fetch(`${url}/api/projects/docs/views`)).json()).defaultId;
}

/** The server rejects every change of views. */
async function reject(page: Page): Promise<void> {
  const error = { code: "conflict" as const, message: "You can't change views." };
  await page.route(VIEWS, (route) =>
    route.request().method() === "GET" ? route.continue() : route.fulfill(refusal(error)),
  );
}

async function savedViews({ url }: Errata): Promise<SavedView[]> {
  return (await (await fetch(`${url}/api/projects/docs/views`)).json()).views;
}

test.beforeEach(async ({ errata, page }) => {
  await waitForFirstSync(errata);
  await saveViews(errata, ["first", "second", "third"]);
  await openInbox(page);
  await expect(links(page)).toHaveText([/^first/, /^second/, /^third/]);
});

test("an order of views that can't be saved is said, and goes back to the one that was @thorough", async ({
  page,
}) => {
  await reject(page);
  await links(page).last().focus();
  await page.keyboard.press("Alt+ArrowUp");
  const alert = page.getByRole("alert").filter({ hasText: "The order wasn't saved." });
  await expect(alert).toBeVisible();
  await expect(links(page)).toHaveText([/^first/, /^second/, /^third/]);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.unroute(VIEWS);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(alert).toHaveCount(0);
  await expect(links(page)).toHaveText([/^first/, /^third/, /^second/]);
  await links(page).nth(1).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(links(page)).toHaveText([/^first/, /^second/, /^third/]);
});

test("a change is saved although its page is left before the server has it @thorough", async ({
  page,
  errata,
}) => {
  await links(page).last().click();
  await expect(page.getByTestId("open-view")).toHaveText("third");
  await page.getByTestId("view-menu").click();
  const setDefault = page.getByRole("button", { name: "Set as your default" });
  await expect(setDefault).toBeVisible();
  // A server that is too busy to answer: the change waits in the browser for one of its six connections.
  process.kill(errata.pid(), "SIGSTOP");
  try {
    await page.evaluate(() => {
      for (let index = 0; index < 6; index++) void fetch(`/api/health?${index}`);
    });
    const isSent = page.waitForRequest(VIEWS);
    await setDefault.click();
    await isSent;
    await page.goto("about:blank");
  } finally {
    process.kill(errata.pid(), "SIGCONT");
  }
  await expect.poll(() => defaultView(errata)).toBe("view-third");
});

test("offline, changes of views are shown, wait, and are saved once on reconnecting @thorough", async ({
  page,
  context,
  errata,
}) => {
  await links(page).last().click();
  const open = page.getByTestId("open-view");
  await expect(open).toHaveText("third");
  const menu = page.getByTestId("view-menu");
  const item = (name: string) => page.getByRole("button", { name, exact: true });
  await menu.click();
  await expect(item("Save as new view…")).toBeVisible();
  await page.keyboard.press("Escape");
  await context.setOffline(true);

  await links(page).last().focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(links(page)).toHaveText([/^third/, /^first/, /^second/]);
  // A new order replaces the one that waits.
  await expect(saveStatus(page)).toHaveText("Offline: 1 change waiting");

  const name = page.getByRole("textbox", { name: "Name" });
  await menu.click();
  await item("Edit view…").click();
  await name.fill("renamed");
  await item("Save view").click();
  await expect(open).toHaveText("renamed");
  await expect(page).toHaveURL(/view=renamed-view-third/);
  await menu.click();
  await item("Set as your default").click();
  await expect(item("Remove as your default")).toBeVisible();
  await item("Save as new view…").click();
  await name.fill("made offline");
  await item("Save view").click();
  await expect(open).toHaveText("made offline");
  await expect(page).toHaveURL(/view=made-offline-[0-9a-f]{8}$/);
  await links(page).filter({ hasText: "first" }).click();
  await expect(links(page)).toHaveText([/^renamed/, /^first/, /^second/, /^made offline/]);
  await expect(saveStatus(page)).toHaveText("Offline: 4 changes waiting");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect((await savedViews(errata)).map((view) => view.name)).toEqual(["first", "second", "third"]);

  // The server saves the new view, and the answer is lost.
  let created = 0;
  await page.route(VIEWS, async (route) => {
    if (route.request().method() !== "POST" || created++ > 0) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await context.setOffline(false);
  await expect(saveStatus(page)).toHaveText("Saved");
  expect(created).toBe(2);
  const names = ["renamed", "first", "second", "made offline"];
  await expect(links(page)).toHaveText(names.map((one) => new RegExp(`^${one}`)));
  expect((await savedViews(errata)).map((view) => view.name)).toEqual(names);
  expect(await defaultView(errata)).toBe("view-third");
});

test("the address of a view has its name, and works under an earlier one and with its ID alone", async ({
  page,
  errata,
}) => {
  const open = page.getByTestId("open-view");
  await links(page).nth(1).click();
  await expect(page).toHaveURL(/\?comment=true&view=second-view-second$/);
  await expect(open).toHaveText("second");
  const body = { name: "Unhelpful: /guides", query: "status=in_progress&source=contextual" };
  await request(errata, "PATCH", "/view-second", body);
  await page.reload();
  await expect(open).toHaveText("Unhelpful: /guides");
  await openInbox(page, "?view=view-second");
  await expect(open).toHaveText("Unhelpful: /guides");
  await links(page).nth(1).click();
  await expect(page).toHaveURL(
    /\?source=page-comment&status=in-progress&view=unhelpful-guides-view-second$/,
  );
  await expect(page.getByTestId("filter-source")).toHaveText("Source: Page comment");
  // As in an address of version 1.0.0.
  await openInbox(page, "?source=contextual&status=in_progress&view=view-second");
  await expect(page.getByText("Changed", { exact: true })).toHaveCount(0);
  await expect(links(page).nth(1)).toHaveAttribute("aria-current", "true");
});

test("a first view that is saved offline survives its tab, and is saved once by the next one @thorough", async ({
  browser,
  errata,
}) => {
  await saveViews(errata, []);
  // Its cache doesn't have the code of the list of views.
  const context = await browser.newContext({ baseURL: errata.url });
  const page = await context.newPage();
  await openInbox(page);
  await page.getByTestId("view-menu").click();
  const save = page.getByRole("button", { name: "Save view…" });
  await expect(save).toBeVisible();
  await context.setOffline(true);
  await save.click();
  await page.getByRole("textbox", { name: "Name" }).fill("kept");
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByTestId("open-view")).toHaveText("kept");
  await expect(links(page)).toHaveText(["kept"]);
  await expect(saveStatus(page)).toHaveText("Offline: 1 change waiting");
  await page.close();

  await context.setOffline(false);
  const later = await context.newPage();
  await openInbox(later);
  await expect(saveStatus(later)).toHaveText("Saved");
  await expect(links(later)).toHaveText([/^kept.*items$/]);
  expect(await savedViews(errata)).toMatchObject([{ name: "kept" }]);
  await context.close();
});

test("a change that waited and is rejected is undone, and said until it's dismissed @thorough", async ({
  page,
  context,
}) => {
  await links(page).last().click();
  await page.getByTestId("view-menu").click();
  await expect(page.getByRole("button", { name: "Delete view…" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Delete view…" }).click();
  await page.getByRole("button", { name: "Delete view", exact: true }).click();
  await expect(links(page)).toHaveText([/^first/, /^second/]);
  // It closes once the change waits. Before, the menu itself says what was rejected.
  await expect(page.getByRole("dialog", { name: "View options" })).toHaveCount(0);
  await reject(page);
  await context.setOffline(false);
  const alert = page.getByRole("alert").filter({ hasText: "The view “third” wasn't deleted." });
  await expect(alert).toContainText("You can't change views.");
  await expect(saveStatus(page)).toHaveText("1 change not saved");
  await expect(links(page)).toHaveText([/^first/, /^second/, /^third/]);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await expect(alert).toHaveCount(0);
  await expect(saveStatus(page)).toHaveText("Saved");
});

test("an open view is current in the navigation instead of the inbox @thorough", async ({
  page,
}) => {
  const current = page.getByRole("navigation").locator("[aria-current]");
  await expect(current).toHaveText([/^Inbox/]);
  const inbox = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox" });
  const marked = await inbox.evaluate((link) => getComputedStyle(link).backgroundColor);
  await links(page).nth(1).click();
  await expect(current).toHaveText([/^second/]);
  await expect(inbox).not.toHaveCSS("background-color", marked);
  expect(await violationsInBothThemes(page)).toEqual([]);

  // A phone has the list of the views behind "More".
  await page.setViewportSize({ width: 380, height: 700 });
  await expect(page.getByRole("link", { name: "More" })).toHaveCSS("background-color", marked);
  await page.setViewportSize({ width: 1440, height: 900 });
  await inbox.click();
  await expect(current).toHaveText([/^Inbox/]);
  await page.goBack();
  await expect(current).toHaveText([/^second/]);
  await page.getByRole("link", { name: "Pages" }).click();
  await expect(current).toHaveText(["Pages"]);
});

test("a phone can reach everything in the View menu, and sees that there is more @thorough", async ({
  page,
  errata,
}) => {
  const others = ["fourth", "fifth", "sixth"];
  for (const name of others) await saveView(errata, name);
  await page.setViewportSize({ width: 380, height: 700 });
  await openInbox(page, "?view=view-second&comment=true");
  await page.getByTestId("view-menu").click();
  const menu = page.getByRole("dialog", { name: "View options" });
  const last = menu.getByRole("link", { name: "Permalink" });
  // It has the room that there is.
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 380, height: 560 });
  await expect(last).not.toBeInViewport({ ratio: 1 });
  const edge = () => menu.evaluate((one) => getComputedStyle(one).backgroundAttachment);
  expect(await edge()).toBe("local, local, scroll, scroll, scroll");
  expect(await unreachable(page, "[aria-label='View options']")).toEqual([]);
  await expect(last).toBeInViewport({ ratio: 1 });
  for (const name of others) {
    const view = `${errata.url}/api/projects/docs/views/view-${name}`;
    await fetch(view, { method: "DELETE", headers: { origin: errata.url } });
  }
});
