import type { Page } from "@playwright/test";
import { listFeedback } from "../../lib/contract/platform/feedback.ts";
import { violations } from "../support/axe.ts";
import { type DocsSite, startDocsSite, switchChallenge } from "../support/docs-site.ts";
import { createKey } from "../support/keys.ts";
import { type Errata, expect, test } from "../support/server.ts";

let site: DocsSite;
let apiKey: string;
test.beforeEach(async ({ errata }) => {
  site ??= await startDocsSite(errata);
  apiKey ??= await createKey(errata);
});
test.afterAll(() => site?.close());

/** The exported feedback about one page. */
async function feedbackOn(errata: Errata, path: string) {
  const response = await fetch(`${errata.url}${listFeedback.path("docs")}?path=${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { feedback } = listFeedback.response.parse(await response.json());
  return feedback.filter((entry) => entry.path === path);
}

const widget = (page: Page) => page.locator("errata-feedback");
const vote = (page: Page, name: string) => widget(page).getByRole("button", { name, exact: true });

/** Opens a page with a clock, as a comment within a second would look like spam. */
async function open(page: Page, path: string) {
  await page.clock.install();
  await page.goto(`${site.origin}${path}`);
  await expect(widget(page).getByRole("group")).toBeVisible();
}

test("a reader votes, then says why, under a strict content security policy", async ({
  page,
  errata,
}) => {
  const requests: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => problems.push(message.text()));
  await open(page, "/vote");
  expect(requests.filter((url) => url.startsWith(errata.url))).toEqual([
    `${errata.url}/collect.js`,
  ]);

  const shifts = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    return observer.takeRecords().length;
  });
  expect(shifts).toBe(0);

  const voted = page.waitForResponse(`**/v1/collect/${site.key}`);
  await vote(page, "No").click();
  await voted;
  await expect(widget(page).getByRole("status")).toHaveText("Thanks! What could be better?");
  expect(await feedbackOn(errata, "/vote")).toMatchObject([{ source: "thumbs_only" }]);
  await widget(page).getByLabel("Missing information").check();
  await widget(page).getByLabel("Comment").fill("Step 2 fails");
  await expect(widget(page).getByRole("textbox", { name: "Get a reply by email" })).toBeHidden();
  await widget(page).getByText("Get a reply by email").click();
  await widget(page).getByRole("textbox", { name: "Get a reply by email" }).fill("ann@example.com");
  expect(await violations(page)).toEqual([]);
  await page.clock.fastForward(5_000);
  await widget(page).getByRole("button", { name: "Send" }).click();
  await expect(widget(page).getByRole("status")).toBeFocused();
  await expect(widget(page).getByRole("status")).toHaveText("Sent. Thank you!");
  expect(await feedbackOn(errata, "/vote")).toMatchObject([
    { source: "contextual", helpful: false, comment: "Step 2 fails", contact: "ann@example.com" },
  ]);
  expect(problems).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test("the widget is small on a phone, and its comment grows", async ({ page }) => {
  await page.setViewportSize({ width: 380, height: 700 });
  await open(page, "/phone");
  await vote(page, "No").click();
  await expect(widget(page).getByRole("status")).toHaveText("Thanks! What could be better?");
  const comment = widget(page).getByLabel("Comment");
  const height = async () => (await comment.boundingBox())?.height ?? 0;
  expect((await widget(page).locator("section").boundingBox())?.height).toBeLessThanOrEqual(360);
  const before = await height();
  await comment.fill("One\nTwo\nThree\nFour\nFive");
  expect(await height()).toBeGreaterThan(before);
  expect(await violations(page)).toEqual([]);
});

test("the widget solves the challenge that a key asks for @thorough", async ({ page, errata }) => {
  const loaded: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  page.on("pageerror", (error) => problems.push(error.message));
  await switchChallenge(errata, site.key, "on");
  try {
    await open(page, "/challenge");
    expect(loaded).not.toContain("/collect-challenge.js");
    await vote(page, "No").click();
    await expect(widget(page).getByRole("status")).toHaveText("Thanks! What could be better?");
    expect(loaded).toContain("/collect-challenge.js");
    expect(await feedbackOn(errata, "/challenge")).toMatchObject([{ source: "thumbs_only" }]);
    await widget(page).getByLabel("Missing information").check();
    await page.clock.fastForward(5_000);
    await widget(page).getByRole("button", { name: "Send" }).click();
    await expect(widget(page).getByRole("status")).toBeFocused();
    expect(await feedbackOn(errata, "/challenge")).toMatchObject([{ source: "contextual" }]);
    expect(problems).toEqual([]);
  } finally {
    await switchChallenge(errata, site.key, "off");
  }
});

test("the keyboard alone reports a code block and votes", async ({ page, errata }) => {
  await open(page, "/keyboard?data-code");
  await page.locator("pre").focus();
  await page.keyboard.press("Tab");
  const report = page.getByRole("button", { name: "Report this code" });
  await expect(report).toBeFocused();
  await expect(report).toHaveCSS("opacity", "1");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Report this code" });
  await expect(dialog.getByLabel("Comment")).toBeFocused();
  await page.keyboard.type("It needs a version.");
  expect(await violations(page)).toEqual([]);
  await page.clock.fastForward(5_000);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("status")).toHaveText("Sent. Thank you!");
  await page.keyboard.press("Escape");
  await expect(report).toBeFocused();
  expect(await feedbackOn(errata, "/keyboard")).toMatchObject([
    { source: "code_snippet", code: "npm install example", lang: "sh", filename: null },
  ]);

  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(vote(page, "Yes")).toHaveAttribute("aria-pressed", "true");
  await expect(widget(page).getByRole("status")).toHaveText("Thanks! What could be better?");
  await expect.poll(async () => (await feedbackOn(errata, "/keyboard")).length).toBe(2);
});

test("after client-side navigation, feedback belongs to the new page", async ({ page, errata }) => {
  await open(page, "/first");
  await vote(page, "Yes").click();
  await expect(vote(page, "Yes")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.locator("main > errata-feedback")).toBeVisible();
  await expect(vote(page, "Yes")).not.toHaveAttribute("aria-pressed");
  await vote(page, "No").click();
  await expect(widget(page).getByRole("status")).toHaveText("Thanks! What could be better?");
  expect(await feedbackOn(errata, "/first")).toHaveLength(1);
  expect(await feedbackOn(errata, "/next")).toHaveLength(1);
});

test("a page that a router kept has one widget, and each hash route its own vote", async ({
  page,
  errata,
}) => {
  await open(page, "/routes#/a");
  await vote(page, "No").click();
  await expect(vote(page, "No")).toHaveAttribute("aria-pressed", "true");
  await page.evaluate(() => {
    const kept = document.body.cloneNode(true);
    document.body.replaceChildren(document.createElement("main"));
    location.hash = "#/b";
    Object.assign(window, { kept });
  });
  await expect(vote(page, "No")).not.toHaveAttribute("aria-pressed");
  await vote(page, "Yes").click();
  await expect(widget(page).getByRole("status")).toHaveText("Thanks! What could be better?");
  expect(await feedbackOn(errata, "/routes/a")).toHaveLength(1);
  expect(await feedbackOn(errata, "/routes/b")).toHaveLength(1);
  await page.evaluate(() => document.body.replaceWith(Object(window).kept));
  await page.clock.runFor(1_000);
  await expect(vote(page, "No")).toBeVisible();
  await expect(widget(page)).toHaveCount(1);
});

test("the widget waits until a framework has taken over the page", async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => Object.assign(window, { __VP_HASH_MAP__: {} }));
  await page.goto(`${site.origin}/hydration`, { waitUntil: "load" });
  await page.clock.runFor(2_000);
  await expect(widget(page)).toHaveCount(0);
  await page.evaluate(() => {
    document.documentElement.dataset.hasHydrated = "false";
    Object.assign(window, { app: { __vue_app__: {} } });
  });
  await page.clock.runFor(2_000);
  await expect(widget(page)).toHaveCount(0);
  await page.evaluate(() => {
    document.documentElement.dataset.hasHydrated = "true";
  });
  await page.clock.runFor(200);
  await expect(vote(page, "Yes")).toBeVisible();
});

test("feedback given offline is sent later, once", async ({ page, context, errata }) => {
  await open(page, "/offline?lang=de-AT");
  await context.setOffline(true);
  await vote(page, "Nein").click();
  await expect(widget(page).getByRole("status")).toHaveText("Gespeichert. Wird später gesendet.");
  await widget(page).getByLabel("Kommentar").fill("Schritt 2 fehlt");
  await page.clock.fastForward(5_000);
  await widget(page).getByRole("button", { name: "Senden" }).click();
  await expect(widget(page).getByLabel("Kommentar")).toHaveCount(0);
  await context.setOffline(false);
  await expect.poll(() => feedbackOn(errata, "/offline")).toHaveLength(1);
  expect(await feedbackOn(errata, "/offline")).toMatchObject([
    { source: "contextual", helpful: false, comment: "Schritt 2 fehlt" },
  ]);
  await expect.poll(() => page.evaluate(() => localStorage["errata-feedback"])).toBe("[]");
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });
  test("a plain form sends feedback", async ({ page, errata }) => {
    await page.goto(`${site.origin}/form`);
    await page.getByLabel("No").check();
    await page.getByLabel("Comment").fill("The form works.");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
    expect(await feedbackOn(errata, "/form")).toMatchObject([
      { source: "contextual", helpful: false, comment: "The form works." },
    ]);
  });
});
