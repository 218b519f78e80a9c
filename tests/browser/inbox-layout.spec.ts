import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { loadedParts } from "../support/deploy.ts";
import { FILTERED, filterBarProblems } from "../support/filter-bar.ts";
import { openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { isThorough } from "../support/thorough.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

const top = async (page: Page) => {
  const box = await rows(page).first().boundingBox();
  return { x: box?.x, y: box?.y, height: box?.height };
};

/** Whether all visible controls of the filter bar are in one line. */
function isOneLine(page: Page): Promise<boolean> {
  return page.locator("search").evaluate((bar) => {
    const controls = [...bar.querySelectorAll("button, input")].map((one) =>
      one.getBoundingClientRect(),
    );
    const visible = controls.filter(({ width }) => width > 0);
    const middles = visible.map(({ top, height }) => Math.round(top + height / 2));
    return new Set(middles).size === 1 && bar.scrollWidth <= bar.clientWidth;
  });
}

function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const list = document.querySelector("[role=grid]");
    const pageWidth = document.documentElement.scrollWidth;
    return pageWidth > innerWidth || (list?.scrollWidth ?? 0) > (list?.clientWidth ?? 0);
  });
}

/** The visible controls outside rows that are smaller than a finger. */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a, summary, input[type=search]")]
      .filter(
        (one) =>
          one.checkVisibility() && !one.closest("[role=row], [class*='sr-only'], .skip-link"),
      )
      .map((one) => ({ html: one.outerHTML.slice(0, 80), box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ html, box }) => `${box.width}x${box.height} ${html}`),
  );
}

const isCutOff = (element: HTMLElement) => element.scrollWidth > element.clientWidth;

// The filters are chosen so that the bar needs all of its room.
const MANY = "?status=pending,in_progress&source=contextual,agent&comment=true&date=last-90-days";

for (const width of isThorough ? [1440, 1280, 1024] : [1024]) {
  test(`opening an item at ${width} px moves nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const query of ["?status=pending", "?grouped=true&noise=false", MANY]) {
      await openInbox(page, query);
      const before = await top(page);
      expect(await isOneLine(page)).toBe(true);
      await rows(page).first().click();
      await expect(page.getByTestId("detail-panel")).toBeVisible();
      expect(await top(page)).toEqual(before);
      expect(await isOneLine(page)).toBe(true);
      expect(await scrollsSideways(page)).toBe(false);
    }
  });
}

test("every filter can be read at every width @thorough", async ({ page }) => {
  for (const query of FILTERED) {
    await openInbox(page, query);
    expect(await filterBarProblems(page, query)).toEqual([]);
  }
});

test("filters without room are behind a button", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await openInbox(page, "?status=pending");
  await expect(page.getByTestId("filter-status")).toBeVisible();
  await expect(page.getByTestId("filter-source")).toBeHidden();
  const filters = page.getByTestId("filters");
  await expect(filters).toHaveAccessibleName("Filters");
  await filters.click();
  await page.getByTestId("filter-source").click();
  await page.getByRole("checkbox", { name: /AI agent/ }).click();
  await expect(page).toHaveURL(/source=ai-agent/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("checkbox", { name: /AI agent/ })).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(filters).toHaveAccessibleName(/^Filters\s*1 active$/);
  // Those that are on get room first.
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(filters).toHaveAccessibleName("Filters");
  await expect(page.getByTestId("filter-source")).toHaveText("Source: AI agent");
  await expect(page.getByTestId("filter-date")).toBeHidden();
});

for (const width of isThorough ? [390, 380] : [380]) {
  test.describe(`on a phone of ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true, isMobile: true });

    test("rows have two lines of words and one for the page, and the chrome takes a fifth of the screen", async ({
      page,
    }) => {
      await openInbox(page, "?status=pending");
      const { y = 844, height } = await top(page);
      expect(y).toBeLessThanOrEqual(844 * 0.2);
      expect(height).toBe(76);
      const [comment, path, time] = await rows(page)
        .nth(1)
        .evaluate((row) =>
          [
            row.querySelector(".list-comment > :nth-child(2)"),
            row.querySelector(".list-page"),
            row.querySelector("time"),
          ].map((part) => part?.getBoundingClientRect().top ?? 0),
        );
      expect(path).toBeGreaterThan(comment ?? 0);
      expect(Math.abs((path ?? 0) - (time ?? 0))).toBeLessThan(4);
      for (const query of ["?status=pending", MANY, "?q=token", ""]) {
        await openInbox(page, query);
        expect(await scrollsSideways(page), query).toBe(false);
      }
    });

    test("a message covers no button of the selection, and long pages scroll inside @thorough", async ({
      page,
    }) => {
      await openInbox(page, "?status=pending");
      await rows(page).first().getByTestId("row-select").click();
      await page.getByTestId("set-status").click();
      await page.getByRole("button", { name: "Dismissed" }).click();
      await rows(page).first().getByTestId("row-select").click();
      await expect(page.getByTestId("toast")).toBeVisible();
      for (const id of ["set-status", "draft-prompt"]) {
        await page.getByTestId(id).click({ trial: true, timeout: 3_000 });
      }
      await visit(page, "/settings");
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
    });

    test("nothing moves when the connection is lost, and the reason is a tap away @thorough", async ({
      page,
      context,
    }) => {
      await openInbox(page, "?status=pending");
      // Without any input, the actions for selected items load after a while.
      await loadedParts(page, ["Set status of selected items"]);
      const before = await rows(page).first().boundingBox();
      await context.setOffline(true);
      const connection = page.getByTestId("connection");
      const offline = connection.getByRole("button", { name: "Offline" });
      await expect(offline).toBeVisible();
      expect(await rows(page).first().boundingBox()).toEqual(before);
      await rows(page).first().getByTestId("row-select").click();
      await page.getByTestId("set-status").click();
      await page.getByRole("button", { name: "Dismissed" }).click();
      await expect(page.getByTestId("save-status")).toHaveText("Offline: 1 change waiting");
      await expect(offline).toHaveText("Offline: 1 waiting");
      expect(await offline.locator(".truncate").evaluate(isCutOff)).toBe(false);
      expect(await smallControls(page)).toEqual([]);
      await offline.click();
      await expect(connection.getByText("Keep triaging what's loaded.")).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(await rows(page).first().boundingBox()).toEqual(before);
      expect(await scrollsSideways(page)).toBe(false);
      await context.setOffline(false);
      await expect(page.getByTestId("save-status")).toHaveText("Saved");
    });

    test("an open item leaves in sight what waits, and what wasn't saved @thorough", async ({
      page,
      context,
      errata,
    }) => {
      await openInbox(page, "?status=pending");
      const id = (await rows(page).nth(1).getAttribute("data-feedback-id")) ?? "";
      await rows(page).nth(1).tap();
      const panel = page.getByTestId("detail-panel");
      await expect(panel.getByTestId("entry-status")).toBeVisible();
      const before = await panel.boundingBox();
      await context.setOffline(true);
      const offline = page.getByTestId("connection").getByRole("button", { name: "Offline" });
      // Nothing may be above it, which is what a trial click checks.
      await offline.click({ trial: true, timeout: 5_000 });
      await panel.getByTestId("entry-status").click();
      await page.getByRole("button", { name: "Dismissed" }).click();
      await expect(offline).toHaveText("Offline: 1 waiting");
      await offline.click({ timeout: 5_000 });
      await page.getByRole("button", { name: "Retry now" }).click({ trial: true, timeout: 5_000 });
      expect(await violations(page)).toEqual([]);
      await offline.click();
      expect(await panel.boundingBox()).toEqual(before);
      expect(await scrollsSideways(page)).toBe(false);

      // What waits can't be applied anymore.
      const deleted = await page.request.post("/api/projects/docs/feedback/deletions", {
        headers: { origin: errata.url },
        data: { ids: [id] },
      });
      expect(deleted.ok()).toBe(true);
      await context.setOffline(false);
      const status = page.getByTestId("save-status");
      await expect(status).toHaveText("1 change not saved");
      await expect(panel).toBeVisible();
      await status.click({ trial: true, timeout: 5_000 });
      const cutOff = await status.evaluate((element) => {
        const text = document.createRange();
        const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
          node.parentElement?.closest("span") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
        );
        const end = element.getBoundingClientRect().right + 1;
        let isCutOff = false;
        while (words.nextNode()) {
          text.selectNode(words.currentNode);
          isCutOff ||= text.getBoundingClientRect().right > end;
        }
        return isCutOff;
      });
      expect(cutOff).toBe(false);
      expect(await panel.boundingBox()).toEqual(before);
    });

    test("controls have 44 pixels for a finger", async ({ page }) => {
      await openInbox(page, "?status=pending");
      expect(await smallControls(page)).toEqual([]);
      const select = rows(page).nth(1).getByTestId("row-select");
      const box = await select.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 8, (box?.y ?? 0) + 8];
      for (const [dx, dy] of [
        [21, 21],
        [-19, -21],
        [-19, 21],
        [21, -21],
      ] as const) {
        const isChecked = await select.isChecked();
        await page.touchscreen.tap(x + dx, y + dy);
        await expect(select).toBeChecked({ checked: !isChecked });
      }
      await expect(page.getByTestId("detail-panel")).toHaveCount(0);
    });

    test("scrolling shows the right rows", async ({ page, request }) => {
      await openInbox(page, "?bareVote=false");
      const response = await request.get("/api/projects/docs/feedback?bareVote=false&limit=50");
      const { feedback } = (await response.json()) as { feedback: { id: string }[] };
      const row = page.locator(`[data-feedback-id="${feedback[31]?.id}"]`);
      // The list ends before this row until its next rows have loaded.
      await expect(async () => {
        await page.getByTestId("feedback-table").evaluate((list) => list.scrollTo(0, 76 * 30));
        await expect(row).toBeInViewport({ timeout: 1_000 });
      }).toPass();
      await row.tap();
      await expect(page.getByTestId("detail-panel")).toBeVisible();
    });
  });
}

test("forced colors show what is pressed, chosen, selected, and focused @thorough", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openInbox(page, "?status=pending&comment=true");
  const background = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  const plain = await background("[data-testid=filter-source]");
  expect(await background("[data-testid=filter-status]")).not.toBe(plain);
  expect(await background("[data-testid=filter-comment]")).not.toBe(plain);
  expect(await background("nav [aria-current=page]")).not.toBe(
    await background("nav a:not([aria-current])"),
  );
  expect(await background("[aria-pressed=true][aria-label$=theme]")).not.toBe(
    await background("[aria-pressed=false][aria-label$=theme]"),
  );
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  expect(await background("[role=row][aria-selected=true]")).not.toBe(
    await background("[role=row][aria-selected=false]"),
  );
  const icons = await page.locator("[role=row][aria-selected=true]").evaluate((selected) => {
    const text = getComputedStyle(selected).color;
    return [...selected.querySelectorAll(".icon, .list-status")].map((icon) => {
      const style = getComputedStyle(icon, icon.matches(".icon") ? null : "::before");
      return style.backgroundColor === text;
    });
  });
  expect(icons).toEqual([true, true]);
  const row = page.locator("[data-feedback-id]:focus");
  expect(await row.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe("solid");
  expect(await row.evaluate((one) => getComputedStyle(one, "::before").width)).toBe("4px");
  await visit(page, "/docs/feedback");
});

test("the period after a link in a note is on the link's line, however long the link is @thorough", async ({
  page,
}) => {
  await openInbox(page);
  await rows(page).first().click();
  const lengths = Array.from({ length: 50 }, (_, index) => 10 + index);
  const text = lengths.map((length) => `See https://example.org/${"a".repeat(length)}.`).join("\n");
  await page.getByTestId("note-field").fill(text);
  await page.getByRole("button", { name: "Add note" }).click();
  const note = page.getByRole("region", { name: "Notes" }).getByRole("listitem");
  const links = note.getByRole("link");
  await expect(links).toHaveCount(lengths.length);
  const wrapped = await links.evaluateAll((all) =>
    all.filter((link) => {
      // A period is a text of its own, or the start of what follows the link.
      const after = document.createTreeWalker(link.closest("p") ?? link, NodeFilter.SHOW_TEXT, {
        acceptNode: (node) => {
          const isAfter = link.compareDocumentPosition(node) === Node.DOCUMENT_POSITION_FOLLOWING;
          return isAfter ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
        },
      });
      const range = document.createRange();
      range.setStart(after.nextNode() ?? link, 0);
      range.setEnd(range.startContainer, 1);
      const period = range.getBoundingClientRect();
      return range.toString() !== "." || period.left < link.getBoundingClientRect().right - 1;
    }),
  );
  expect(wrapped).toHaveLength(0);
});
