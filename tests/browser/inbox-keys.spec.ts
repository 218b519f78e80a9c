import type { Page } from "@playwright/test";
import { openInbox, rowIds, rows, statusOf, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { isThorough } from "../support/thorough.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

const row = (page: Page, id: string | undefined) => page.locator(`[data-feedback-id="${id}"]`);
const pageField = (page: Page) => page.getByRole("combobox", { name: /Page path/ });

/** Delays the scripts and data that load from now on, like a slow network. */
async function slowDown(page: Page): Promise<void> {
  await page.route(/\/_next\/static\/|\/api\//, async (route) => {
    await new Promise((done) => setTimeout(done, 600));
    await route.continue();
  });
}

test("keys typed while a popover loads only go to the popover @thorough", async ({ page }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first] = await rowIds(page);
  await page.keyboard.press("j");
  await expect(row(page, first)).toBeFocused();
  await slowDown(page);
  await page.getByTestId("filter-page").click();
  // "/" would focus the search, "4" would dismiss the active item, "x" would select it.
  await page.keyboard.type("/gu4x", { delay: 20 });
  await expect(pageField(page)).toBeFocused();
  await expect(page.getByTestId("search")).toHaveValue("");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(page.getByTestId("toast")).toHaveCount(0);
  await expect(pageField(page)).toHaveValue(/^(\/gu4x)?$/);
});

test("a key pressed right after a popup is closed or chosen in isn't lost @thorough", async ({
  page,
}) => {
  await openInbox(page, "?status=pending");
  const search = page.getByTestId("search");
  const popups = page.locator("dialog[open], [role=dialog]");
  /** Both keys are on their way before the page has handled the first one. */
  const pressAndSearch = async (key: string) => {
    await Promise.all([page.keyboard.press(key), page.keyboard.press("/")]);
    await expect(search).toBeFocused();
    await expect(popups).toHaveCount(0);
    await expect(search).toHaveValue("");
    await search.press("Escape");
  };
  const buttons = ["filter-date", "filter-source", "filter-page", "filters", "view-menu", "export"];
  for (const button of buttons) {
    // Without the fix, some of them are in time.
    for (const _ of Array(isThorough ? 3 : 1)) {
      await page.getByTestId(button).click();
      await expect(popups.first()).toBeVisible();
      await pressAndSearch("Escape");
    }
  }
  for (const key of ["?", "l", "h", "p", "Control+k"]) {
    await page.keyboard.press(key);
    await expect(popups.first()).toBeVisible();
    await pressAndSearch("Escape");
  }
  await page.keyboard.press("h");
  await expect(popups.first()).toContainText("Tomorrow");
  await pressAndSearch("1");
  const single = page.getByTestId("feedback-row").filter({ hasNot: page.getByTestId("row-group") });
  await single.first().getByTestId("row-select").click();
  await page.getByTestId("set-status").click();
  await expect(page.getByRole("button", { name: "In progress" })).toBeVisible();
  await pressAndSearch("2");
  await expect(page.getByTestId("toast")).toContainText("1 item marked as in progress");
});

test("without teammates, the keys that assign say so @thorough", async ({ page }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const dialog = page.getByRole("dialog", { name: "Assign to" });
  for (const key of ["a", "m"]) {
    await page.keyboard.press("j");
    await page.keyboard.press(key);
    await expect(dialog).toContainText("You're the only person here.");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});

test("keys act on the first row of a list where none is active", async ({ page }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = ""] = await rowIds(page);
  await page.keyboard.press("x");
  await expect(row(page, first).getByTestId("row-select")).toBeChecked();
  for (const key of ["o", "Enter"]) {
    await openInbox(page, "?status=pending&bareVote=false");
    await page.keyboard.press(key);
    await expect(page.getByTestId("detail-panel")).toHaveAttribute("data-item", first);
  }

  for (const [key, said] of [
    ["l", "Labels for 1 item"],
    ["h", "Snooze until"],
    ["a", "You're the only person here."],
  ] as const) {
    await openInbox(page, "?status=pending");
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toContainText(said);
    await page.keyboard.press("Escape");
  }
  await openInbox(page, "?status=pending");
  await page.keyboard.press("2");
  await expect(page.getByTestId("toast")).toContainText("1 item marked as in progress");
  await page.keyboard.press("z");
  await expect(page.getByTestId("toast")).toContainText("Change undone for 1 item");
});

test("keys act on the row that a search left the focus on @thorough", async ({ page }) => {
  await openInbox(page, "?status=pending");
  await page.keyboard.press("j");
  await page.keyboard.press("/");
  await page.keyboard.type("webhook");
  await expect(page).toHaveURL(/q=webhook/);
  await expect(page.getByTestId("feedback-table")).toHaveAttribute("aria-busy", "false");
  await page.keyboard.press("Escape");
  const focused = page.locator("[data-feedback-id]:focus");
  await expect(focused).toHaveCount(1);
  const id = (await focused.getAttribute("data-feedback-id")) ?? "";
  await page.keyboard.press("x");
  await expect(row(page, id).getByTestId("row-select")).toBeChecked();
});

test("`n` on a row opens its note, and what is typed next isn't a command", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending");
  // Loads what handles the keys.
  const reached = page.waitForRequest(/\/projects\/docs\/settings$/);
  await page.keyboard.press("j");
  await reached;
  const [first = ""] = await rowIds(page);
  await page.keyboard.type("n3 readers ask");
  const note = page.getByTestId("note-field");
  await expect(note).toBeFocused();
  await page.keyboard.type(" this");
  await expect(note).toHaveValue("3 readers ask this");
  await expect(page.getByTestId("detail-panel")).toHaveAttribute("data-item", first);
  expect(await statusOf(errata, first)).toBe("pending");
  await note.fill("");
});

test("keys that need an item say so where the list has none @thorough", async ({ page }) => {
  await visit(page, "/docs/feedback?q=nothing-is-found");
  await expect(page.getByText("No matching feedback")).toBeVisible();
  const toast = page.getByTestId("toast");
  for (const key of ["x", "n", "p", "l", "3", "o"]) {
    await page.keyboard.press(key);
    await expect(toast).toHaveText("Nothing to act on");
    await toast.getByRole("button", { name: "Dismiss message" }).click();
    await expect(toast).toHaveCount(0);
  }
});

test("`n` as the first key of a page begins a note, whose words are kept while its code loads @thorough", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = ""] = await rowIds(page);
  await page.keyboard.type("n3 readers ask");
  const note = page.getByTestId("note-field");
  await expect(note).toBeFocused();
  await page.keyboard.type(" this");
  await expect(note).toHaveValue("3 readers ask this");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  expect(await statusOf(errata, first)).toBe("pending");
  await note.fill("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("x");
  await expect(row(page, first).getByTestId("row-select")).toBeChecked();
});

test("a note can be typed before its item is loaded @thorough", async ({ page, errata }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = ""] = await rowIds(page);
  const late = Promise.withResolvers<void>();
  await page.route(`**/feedback/${first}`, async (route) => {
    await late.promise;
    await route.continue();
  });
  // Loads what handles the keys.
  const reached = page.waitForRequest(/\/projects\/docs\/settings$/);
  await page.keyboard.press("j");
  await reached;
  await page.keyboard.press("o");
  await expect(page.getByTestId("detail-panel")).toBeVisible();
  await page.keyboard.type("nx4 readers!");
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  late.resolve();
  const note = page.getByTestId("note-field");
  await expect(note).toHaveValue("x4 readers");
  await expect(note).toBeFocused();
  await page.keyboard.type(" agree");
  await expect(note).toHaveValue("x4 readers agree");
  expect(await statusOf(errata, first)).toBe("pending");
  await expect(page.getByTestId("toast")).toHaveCount(0);
});

test("Enter in the page filter takes the highlighted page @thorough", async ({ page }) => {
  await openInbox(page);
  const filter = page.getByTestId("filter-page");
  await filter.click();
  await expect(pageField(page)).toBeFocused();
  await page.keyboard.type("/gui");
  // The answer may arrive after Enter.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/path=\/gui\*/);
  await expect(filter).toBeFocused();

  await filter.click();
  await pageField(page).fill("/gui");
  const options = page.getByRole("option");
  await expect(options.first()).toHaveText(/All pages starting with \/gui/);
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  const second = await options.nth(1).locator("bdi").innerText();
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  const active = await pageField(page).getAttribute("aria-activedescendant");
  expect(await options.nth(1).getAttribute("id")).toBe(active);
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).searchParams.get("path")).toBe(second);

  await filter.click();
  await pageField(page).fill("/guides/*");
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).searchParams.get("path")).toBe("/guides/*");

  await filter.click();
  await pageField(page).fill("/ref");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("path")).toBe("/guides/*");
});

test("p drafts a prompt from the active row or the open item if nothing is selected", async ({
  page,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [id = "", other = ""] = await rowIds(page);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("p");
  await expect(page.getByTestId("prompt-editor")).toHaveValue(new RegExp(other));
  await page.keyboard.press("Escape");
  await row(page, id).click();
  await expect(page.getByTestId("detail-panel")).toBeVisible();
  await page.keyboard.press("p");
  await expect(page.getByTestId("prompt-editor")).toHaveValue(new RegExp(id));
});

for (const key of ["Enter", "ArrowDown"]) {
  test(`${key} in the search goes to the first result @thorough`, async ({ page }) => {
    await openInbox(page);
    await slowDown(page);
    await page.getByTestId("search").fill("token");
    await page.getByTestId("search").press(key);
    await expect(page.getByTestId("feedback-table")).toHaveAttribute("aria-busy", "false");
    await expect(rows(page).first().locator("mark").first()).toBeVisible();
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press("o");
    await expect(page.getByTestId("detail-panel")).toBeVisible();
  });
}

test("the skip link leads past the filters to the first row @thorough", async ({ page }) => {
  await openInbox(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(rows(page).first()).toBeFocused();
});

test("Escape in the search leaves the field with its text, and then clears it", async ({
  page,
}) => {
  await openInbox(page);
  const search = page.getByTestId("search");
  await page.keyboard.press("/");
  await page.keyboard.type("token");
  await expect(page).toHaveURL(/q=token/);
  await page.keyboard.press("Escape");
  await expect(search).not.toBeFocused();
  await expect(search).toHaveValue("token");
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/q=/);
  await page.keyboard.press("j");
  await expect(page.locator("[data-feedback-id]:focus")).toHaveCount(1);
  await expect(search).toHaveValue("");
});

test("End, Home, and scrolling keep the focus on a row @thorough", async ({ page }) => {
  await openInbox(page);
  const [first] = await rowIds(page);
  await page.keyboard.press("j");
  await expect(row(page, first)).toBeFocused();
  const focused = page.locator("[data-feedback-id]:focus");
  await page.keyboard.press("End");
  await expect(row(page, first)).toHaveCount(0);
  await expect(focused).toBeInViewport();
  await page.keyboard.press("ArrowUp");
  await expect(focused).toBeInViewport();
  await page.keyboard.press("Home");
  await expect(row(page, first)).toBeFocused();
  await expect(row(page, first)).toBeInViewport();
  const list = page.getByTestId("feedback-table");
  const elements = await page.$$("[data-feedback-id]");
  await list.evaluate((list) => list.scrollTo(0, 1_500));
  await expect(row(page, first)).not.toBeInViewport();
  await expect(row(page, first)).toBeFocused();
  // What scrolls into view takes over the elements of what scrolls out.
  const kept = await Promise.all(elements.map((each) => each.evaluate((one) => one.isConnected)));
  expect(kept.filter((isKept) => !isKept)).toEqual([]);
  await list.evaluate((list) => list.scrollTo(0, 0));
  await expect(row(page, first)).toBeInViewport();
  await expect(row(page, first)).toBeFocused();
  await list.evaluate((list) => list.scrollTo(0, 1_500));
  await page.keyboard.press("ArrowDown");
  await expect(focused).toBeInViewport();
});

test("rows that are only passed while j is held aren't loaded in full @thorough", async ({
  page,
}) => {
  await page.clock.install();
  await openInbox(page, "?status=pending&bareVote=false");
  const ids = await rowIds(page);
  await row(page, ids[0]).click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel).toHaveAttribute("aria-busy", "false");
  const loaded: string[] = [];
  page.on("request", (request) => {
    const id = /\/feedback\/([\w-]+)$/.exec(new URL(request.url()).pathname)?.[1];
    if (id && ids.includes(id)) loaded.push(id);
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  for (let index = 0; index < 6; index++) await page.keyboard.press("j");
  await expect(row(page, ids[6])).toHaveAttribute("data-active");
  await expect(panel).toHaveAttribute("aria-busy", "true");
  await page.clock.resume();
  await expect(panel).toHaveAttribute("aria-busy", "false");
  expect(loaded.filter((id) => id !== ids[1])).toEqual([ids[6]]);
});

test("after the last item of a page was triaged, the inbox leads on", async ({ page, request }) => {
  const response = await request.get(
    "/api/projects/docs/pages?status=pending&sort=total&limit=200",
  );
  const { pages } = (await response.json()) as { pages: { page: string; total: number }[] };
  const one = pages.findLast(({ total }) => total > 0 && total < 30);
  await openInbox(page, `?status=pending&path=${encodeURIComponent(one?.page ?? "")}`);
  await page.getByRole("checkbox", { name: "Select all matching feedback" }).click();
  await expect(page.getByText(`${one?.total} selected`)).toBeVisible();
  await rows(page).first().focus();
  await page.keyboard.press("3");
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await expect(page.getByTestId("feedback-table")).toBeFocused();
  await expect(page.getByText("There's no pending feedback left on this page.")).toBeVisible();
  await page.getByRole("button", { name: "Clear page filter" }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL(/\?status=pending$/);

  await page.goto("/docs/feedback?status=pending&q=nothing-has-this-text");
  await expect(page.getByText("No matching feedback")).toBeVisible();
});

test.describe("in Auckland", () => {
  test.use({ timezoneId: "Pacific/Auckland", locale: "en-US" });

  test("rows and their tooltips show the same day @thorough", async ({ page }) => {
    // Rows of the last week show an age instead of a day.
    const old = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    await openInbox(page, `?dateTo=${old}`);
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    // A row gets its tooltips when the pointer reaches it.
    for (let index = 0; index < 8; index++)
      await rows(page).nth(index).locator("time, [datetime]").hover();
    const times = await rows(page)
      .locator("time")
      .evaluateAll((all) =>
        all.map((time) => [
          time.textContent ?? "",
          time.getAttribute("title") ?? "",
          time.getAttribute("datetime") ?? "",
        ]),
      );
    const local = new Intl.DateTimeFormat("en-US", {
      dateStyle: "medium",
      timeZone: "Pacific/Auckland",
    });
    expect(times.filter(([, title]) => title !== "").length).toBeGreaterThan(5);
    for (const [text = "", title = "", datetime = ""] of times) {
      expect(text).toBe(local.format(new Date(datetime)));
      if (title !== "") expect(title.startsWith(text), title).toBe(true);
      expect(title).not.toContain("Z)");
    }
  });
});

test("g and a letter go to screens, where the letter alone would do something else, and G groups", async ({
  page,
}) => {
  await openInbox(page);
  await page.keyboard.press("Shift+G");
  await expect(page).toHaveURL(/grouped=true/);
  await page.keyboard.press("Shift+G");
  await expect(page).not.toHaveURL(/grouped/);
  for (const [letter, path] of Object.entries({ p: "/pages", i: "/insights", j: "/jobs", h: "" })) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(({ pathname }) => pathname === `/docs${path}`);
  }
  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
