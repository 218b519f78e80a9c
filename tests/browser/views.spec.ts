import type { Page } from "@playwright/test";
import { violationsInBothThemes } from "../support/axe.ts";
import { openInbox, waitForFirstSync } from "../support/inbox.ts";
import { unreachable } from "../support/reachable.ts";
import { type Errata, expect, test } from "../support/server.ts";

const VIEWS = "**/api/projects/docs/views";

const links = (page: Page) =>
  page.getByRole("navigation", { name: "Saved views" }).getByRole("link");

async function saveView({ url }: Errata, name: string): Promise<void> {
  const body = { id: `view-${name}`, name, query: "comment=true", layout: null, isTeam: false };
  const response = await fetch(`${url}/api/projects/docs/views`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}

async function defaultView({ url }: Errata): Promise<string | null> {
  return (await (await fetch(`${url}/api/projects/docs/views`)).json()).defaultId;
}

test.beforeEach(async ({ errata, page }) => {
  await waitForFirstSync(errata);
  for (const name of ["first", "second", "third"]) await saveView(errata, name);
  await openInbox(page);
  await expect(links(page)).toHaveText([/^first/, /^second/, /^third/]);
});

test("an order of views that can't be saved is said, and goes back to the one that was", async ({
  page,
}) => {
  await page.route(VIEWS, (route) => route.abort());
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

test("a change is saved although its page is left before the server has it", async ({
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

test("an open view is current in the navigation instead of the inbox", async ({ page }) => {
  const current = page.getByRole("navigation").locator("[aria-current]");
  await expect(current).toHaveText([/^Inbox/]);
  const inbox = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox" });
  const marked = await inbox.evaluate((link) => getComputedStyle(link).backgroundColor);
  await links(page).nth(1).click();
  await expect(current).toHaveText([/^second/]);
  await expect(inbox).not.toHaveCSS("background-color", marked);
  expect(await violationsInBothThemes(page)).toEqual([]);

  // A phone has no list of the views.
  await page.setViewportSize({ width: 380, height: 700 });
  await expect(inbox).toHaveCSS("background-color", marked);
  await page.setViewportSize({ width: 1440, height: 900 });
  await inbox.click();
  await expect(current).toHaveText([/^Inbox/]);
  await page.goBack();
  await expect(current).toHaveText([/^second/]);
  await page.getByRole("link", { name: "Pages" }).click();
  await expect(current).toHaveText(["Pages"]);
});

test("a phone can reach everything in the View menu, and sees that there is more", async ({
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
