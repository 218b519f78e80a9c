import type { Page } from "@playwright/test";
import { violationsInBothThemes } from "../support/axe.ts";
import { openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { reload } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

/** The columns of the header that are shown, and of the first row: their left edges and widths. */
async function places(page: Page): Promise<number[][]> {
  return page.evaluate(() =>
    [".list-header", ".list-row"].map((line) =>
      [...(document.querySelector(line)?.children ?? [])].flatMap((cell) => {
        const { left, width } = cell.getBoundingClientRect();
        return [Math.round(left), Math.round(width)];
      }),
    ),
  );
}

const header = (page: Page, name: string) =>
  page.getByRole("columnheader", { name: new RegExp(`^${name}`) });

async function widthOf(page: Page, column: string): Promise<number> {
  return (await header(page, column).boundingBox())?.width ?? 0;
}

/** Drags the edge before a column's header. */
async function drag(page: Page, column: string, by: number): Promise<void> {
  const box = await header(page, column).boundingBox();
  if (!box) throw new Error(`no column ${column}`);
  const [x, y] = [box.x - 4, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y + 200);
  await page.mouse.move(x + by, y + 200);
  await page.mouse.up();
}

test("columns are resized by pointer and by keyboard, and the next visit begins with that @thorough", async ({
  page,
}) => {
  await openInbox(page);
  const usual = await places(page);
  const pageWidth = await widthOf(page, "Page");
  // What resizes columns is loaded once the pointer has reached the list.
  const isReached = page.waitForResponse(/\/settings$/);
  await rows(page).first().hover();
  await isReached;
  await drag(page, "Page", -60);
  expect(await widthOf(page, "Page")).toBeCloseTo(pageWidth + 60, 0);
  // The comment keeps room, and a header's own click still works.
  await drag(page, "Feedback", 2_000);
  expect(await widthOf(page, "Feedback")).toBeGreaterThanOrEqual(128);
  await drag(page, "Feedback", -600);
  expect(await widthOf(page, "Status")).toBe(48);
  await expect(page).not.toHaveURL(/sort=/);

  await page.getByTestId("view-menu").click();
  const slider = page.getByRole("slider", { name: "Width of Date" });
  await slider.focus();
  const dateWidth = await widthOf(page, "Date");
  for (let index = 0; index < 3; index++) await page.keyboard.press("ArrowRight");
  expect(await widthOf(page, "Date")).toBeCloseTo(dateWidth + 24, 0);
  expect(await violationsInBothThemes(page, "[role=dialog]")).toEqual([]);
  await page.keyboard.press("Escape");

  // The first rows have these widths before any script has run.
  const chosen = await places(page);
  await page.route("**/*.js", (route) => route.abort());
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  expect(await places(page)).toEqual(chosen);
  await page.unroute("**/*.js");
  await reload(page);
  expect(await places(page)).toEqual(chosen);

  const box = await header(page, "Page").boundingBox();
  const isReachedAgain = page.waitForResponse(/\/settings$/);
  await rows(page).first().hover();
  await isReachedAgain;
  await page.mouse.dblclick((box?.x ?? 0) - 4, (box?.y ?? 0) + 4);
  expect(await widthOf(page, "Page")).toBeCloseTo(pageWidth, 0);
  await page.getByTestId("view-menu").click();
  await page.getByRole("button", { name: "Reset column widths" }).click();
  expect(await places(page)).toEqual(usual);
});

test("a view keeps the widths of its columns, and the person's own stay as they are @thorough", async ({
  page,
}) => {
  await openInbox(page);
  const usual = await places(page);
  const isReached = page.waitForResponse(/\/settings$/);
  await rows(page).first().hover();
  await isReached;
  await drag(page, "Page", -80);
  const wide = await places(page);
  await page.getByTestId("view-menu").click();
  await page.getByRole("button", { name: "Save view…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Wide pages");
  await page.getByLabel("Include rows and columns").check();
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByTestId("open-view")).toHaveText("Wide pages");
  await drag(page, "Page", 120);
  await expect(page.getByText("Changed", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  expect(await places(page)).toEqual(wide);

  // The person's own layout was wide as well: only the view's was changed since.
  await openInbox(page);
  await expect(page.getByTestId("open-view")).toHaveCount(0);
  expect(await places(page)).toEqual(wide);
  await page.getByTestId("view-menu").click();
  await page.getByRole("button", { name: "Reset column widths" }).click();
  expect(await places(page)).toEqual(usual);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Wide pages" }).click();
  await expect(page.getByTestId("open-view")).toBeVisible();
  await expect.poll(() => places(page)).toEqual(wide);
  await page.reload();
  await expect(page.getByTestId("open-view")).toBeVisible();
  expect(await places(page)).toEqual(wide);
});
