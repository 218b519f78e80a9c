import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { DocsSite } from "../support/docs-site.ts";
import { openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { type Errata, expect, test } from "../support/server.ts";
import { startBuiltSite } from "./built-site.ts";
import { GENERATORS } from "./generators.ts";

/** Builds of sites take up to two minutes on a slow machine. */
const BUILD = 600_000;
/** A comment within a second looks like spam. */
const THINKING = 1_500;

let site: DocsSite | undefined;
test.afterEach(() => site?.close());

const widget = (page: Page) => page.locator("errata-feedback");
const vote = (page: Page, name: string) => widget(page).getByRole("button", { name, exact: true });
const answer = (page: Page) => widget(page).getByRole("status");

/** Opens the inbox in another browser context. */
async function openOtherInbox(browser: Browser, errata: Errata): Promise<Page> {
  await waitForFirstSync(errata);
  const context = await browser.newContext({ baseURL: errata.url, javaScriptEnabled: true });
  const inbox = await context.newPage();
  const following = inbox.waitForResponse("**/projects/docs/changes");
  await openInbox(inbox);
  await following;
  return inbox;
}

/** Everything that a page complains about: errors, warnings, and what its policy blocks. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

/** Skips the test, and says so, if the generator is a command that isn't installed. */
function skipWithout({ program, install }: (typeof GENERATORS)[number]["build"]): void {
  const folders = (process.env.PATH ?? "").split(delimiter);
  if (!install || folders.some((folder) => existsSync(join(folder, program)))) return;
  const reason = `Skipped: ${program} isn't installed. Install it with ${install}.`;
  console.log(reason);
  test.skip(true, reason);
}

for (const generator of GENERATORS) {
  const { id, next, reloads = false } = generator;
  test(`${id} has the widget on every page`, async ({ page, browser, errata }) => {
    test.setTimeout(BUILD);
    skipWithout(generator.build);
    site = await startBuiltSite(errata, generator);
    const inbox = await openOtherInbox(browser, errata);
    const complaints = complaintsOf(page);

    await page.goto(site.origin);
    await expect(widget(page).getByRole("group")).toBeVisible();
    await vote(page, "No").click();
    await expect(answer(page)).toHaveText("Thanks! What could be better?");
    await widget(page).getByLabel("Comment").fill(`The start of ${id} fails`);
    const now = await page.evaluate(() => performance.now());
    await page.waitForFunction((from) => performance.now() > from, now + THINKING);
    await widget(page).getByRole("button", { name: "Send" }).click();
    await expect(widget(page).getByLabel("Comment")).toHaveCount(0);
    await expect(rows(inbox).first()).toContainText(`The start of ${id} fails`);

    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole("link", { name: "Go on" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Next");
    await expect(vote(page, "No")).not.toHaveAttribute("aria-pressed");
    await vote(page, "Yes").click();
    await expect(answer(page)).toHaveText("Thanks! What could be better?");
    await expect(rows(inbox).first()).toContainText(next);
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(!reloads);
    expect(complaints).toEqual([]);

    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${site.origin}${next}`);
    await plain.getByLabel("Comment").fill(`The form of ${id} works`);
    await plain.getByRole("button", { name: "Helpful", exact: true }).click();
    await expect(plain.getByRole("heading", { name: "Thank you" })).toBeVisible();
    await expect(rows(inbox).first()).toContainText(`The form of ${id} works`);
    await expect(rows(inbox).first()).toContainText(next);
    await context.close();
    await inbox.context().close();
  });
}
