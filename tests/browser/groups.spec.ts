import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { violationsInBothThemes } from "../support/axe.ts";
import { waitForGroups } from "../support/groups.ts";
import { importFile } from "../support/import-file.ts";
import {
  openInbox,
  resultCount,
  rowIds,
  scrollToRow,
  statusOf,
  waitForFirstSync,
} from "../support/inbox.ts";
import { type Errata, expect, test } from "../support/server.ts";

interface ListedRow {
  id: string;
  group: { ids: string[] } | null;
}

/** Returns the items that each of the first rows stands for. */
async function groups({ url }: Errata, query: string): Promise<{ ids: string[] }[]> {
  const path = `/api/projects/docs/feedback?${query}&grouped=true&limit=250`;
  const { feedback }: { feedback: ListedRow[] } = await (await fetch(`${url}${path}`)).json();
  return feedback.map(({ id, group }) => ({ ids: group?.ids ?? [id] }));
}

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("a group is one row, opens in place, is decided, undone, and split as one, and drafted from one of its items", async ({
  errata,
  page,
}) => {
  await waitForGroups(errata);
  // Which groups are new enough to be on screen depends on the time of day; there are enough of these.
  await openInbox(page, "?status=pending&groupSize=5");
  await page.getByTestId("filters").click();
  await page.getByTestId("group-similar").click();
  await expect(page).toHaveURL(/grouped=true/);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("row-group").first()).toBeVisible();
  const found = await groups(errata, "status=pending&groupSize=5");
  const { ids = [] } = found.find((group) => group.ids.length > 3) ?? {};
  const [first = ""] = ids;
  const lead = page.locator(`[data-feedback-id="${first}"]`);

  const shown = async () => (await rowIds(page)).filter((id) => ids.includes(id));
  await expect.poll(shown).toEqual(ids.slice(0, 1));
  await lead.getByTestId("row-group").click();
  await expect.poll(shown).toEqual(ids);
  await lead.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(shown).toEqual(ids.slice(0, 1));
  await page.keyboard.press("ArrowRight");
  await expect.poll(shown).toEqual(ids);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(shown).toEqual(ids.slice(0, 1));

  await lead.getByTestId("row-select").click();
  await expect(page.getByRole("region", { name: "Selection" })).toContainText(
    `${ids.length} selected`,
  );
  await page.keyboard.press("3");
  const toast = page.getByTestId("toast");
  await expect(toast).toContainText(`${ids.length} items resolved`);
  await expect(lead).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(toast).toContainText(`Change undone for ${ids.length} items`);
  await expect(lead).toBeVisible();
  await expect(page.getByText(`${ids.length} selected`)).toBeVisible();
  // What is decided again isn't visible anymore, so that no key may change it.
  await page.keyboard.press("Shift+Z");
  await expect(lead).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Selection" })).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(lead).toBeVisible();
  await page.keyboard.press("Escape");

  await lead.click();
  const similar = page.getByTestId("similar-items");
  const path = `/api/projects/docs/feedback/${first}/similar`;
  // Also those with another status.
  const { ids: others } = await (await fetch(`${errata.url}${path}`)).json();
  // Of many, only the first are listed.
  const count = similar.getByRole("heading", { name: /^\d+ similar items?$/ });
  const all = `${others.length} similar items`;
  await expect(count).toHaveText(all);
  expect(others.length).toBeGreaterThan(2);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await similar.getByRole("button", { name: "Remove from group:" }).first().click();
  await expect(toast).toContainText("1 item removed from the group");
  await expect(count).toHaveText(`${others.length - 1} similar items`);
  await page.keyboard.press("z");
  await expect(count).toHaveText(all);

  await page.keyboard.press("p");
  const draft = page.getByRole("dialog");
  await draft.getByRole("button", { name: "Include them" }).click();
  await expect(draft.getByRole("heading", { name: /^Feedback:/ })).toHaveText(
    `Feedback: ${ids.length} of ${ids.length} included`,
  );
});

test("a group's items can be left out of a selection, and undo selects only what was selected @thorough", async ({
  errata,
  page,
}) => {
  await waitForGroups(errata);
  await openInbox(page, "?status=pending&groupSize=5&grouped=true");
  const found = await groups(errata, "status=pending&groupSize=5");
  const { ids = [] } = found.find((group) => group.ids.length > 2) ?? {};
  const size = ids.length;
  const [first = "", other = ""] = ids;
  const lead = page.locator(`[data-feedback-id="${first}"]`);
  const second = page.locator(`[data-feedback-id="${other}"]`);
  const selection = page.getByRole("region", { name: "Selection" });
  await page.getByRole("checkbox", { name: "Select all matching feedback" }).click();
  await expect(selection.getByRole("status")).toHaveText(/^\d+ selected$/);
  const all = Number.parseInt(await selection.getByRole("status").innerText(), 10);
  await lead.getByTestId("row-select").click();
  await expect(selection).toContainText(`${all - size} selected`);
  await lead.getByTestId("row-select").click();
  await expect(selection).toContainText(`${all} selected`);
  await page.keyboard.press("Escape");

  const toast = page.getByTestId("toast");
  await lead.focus();
  await page.keyboard.press("3");
  await expect(toast).toContainText(`${size} items resolved`);
  await expect.poll(() => statusOf(errata, other)).toBe("resolved");
  await page.keyboard.press("z");
  await expect(lead).toBeVisible();
  await expect(selection).toHaveCount(0);
  await expect.poll(() => statusOf(errata, other)).toBe("pending");

  // An item that was decided alone isn't decided again with the others.
  await lead.getByTestId("row-group").click();
  await expect(lead).toHaveAttribute("data-active");
  await page.route("**/feedback/decisions", (route) => route.abort());
  await second.getByTestId("row-select").click();
  await page.keyboard.press("3");
  await expect(second).toHaveCount(0);
  await lead.getByTestId("row-select").click();
  await expect(selection).toContainText(`${size - 1} selected`);
  await page.keyboard.press("4");
  await expect(toast).toContainText(`${size - 1} items dismissed`);
  await page.unroute("**/feedback/decisions");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(await statusOf(errata, other)).toBe("resolved");
});

test("counts have all items of a closed group while they can't be saved @thorough", async ({
  errata,
  page,
}) => {
  await waitForGroups(errata);
  await openInbox(page, "?status=pending&groupSize=5&grouped=true");
  const found = await groups(errata, "status=pending&groupSize=5");
  const { ids = [] } = found.find((group) => group.ids.length > 1) ?? {};
  const total = async () => Number.parseInt(await resultCount(page), 10);
  const before = await total();
  await page.route("**/feedback/decisions", (route) => route.abort());
  await page.locator(`[data-feedback-id="${ids[0]}"]`).focus();
  await page.keyboard.press("4");
  await expect.poll(total).toBe(before - ids.length);
  await page.keyboard.press("z");
  await expect.poll(total).toBe(before);
});

test("a decision about an opened group's last row stays when the group's row is far above it @thorough", async ({
  errata,
  page,
}) => {
  await waitForGroups(errata);
  const all = await groups(errata, "groupSize=10");
  const index = all.findIndex(({ ids }) => ids.length >= 16);
  const ids = all[index]?.ids ?? [];
  const [lead, last] = [ids[0], ids.at(-1)].map((id) => page.locator(`[data-feedback-id="${id}"]`));
  await page.setViewportSize({ width: 1280, height: 420 });
  await openInbox(page, "?groupSize=10&grouped=true");
  await scrollToRow(page, index);
  await lead?.getByTestId("row-group").click();
  await scrollToRow(page, index + ids.length - 2);
  await last?.getByTestId("row-select").click();
  await expect(lead as Locator).toHaveCount(0);
  const isInProgress = (await statusOf(errata, ids.at(-1) ?? "")) === "in_progress";
  const [key, status] = isInProgress ? ["3", "Resolved"] : ["2", "In progress"];
  const listed = page.waitForResponse("**/feedback?*similarTo=*");
  await page.keyboard.press(key);
  await listed;
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(last as Locator).toContainText(status);
});

test("the votes for a page on one day are one row, which opens in place and is decided and undone as one @thorough", async ({
  errata,
  page,
}) => {
  const votes = Array.from({ length: 5 }, (_, index) => ({
    id: `voted_${index}`,
    path: "/voted/often",
    helpful: index === 0,
    createdAt: `2026-10-01T0${index}:00:00Z`,
  }));
  const items = [
    ...votes,
    { ...votes[4], id: "voted_words", comment: "The votes are wrong.", helpful: false },
    { ...votes[4], id: "voted_before", createdAt: "2026-09-30T23:59:59Z" },
    { ...votes[4], id: "voted_once", path: "/voted/once" },
  ];
  const file = join(errata.dataDir, "votes.ndjson");
  writeFileSync(
    file,
    items
      .map((item) => JSON.stringify({ source: "contextual", status: "pending", ...item }))
      .join("\n"),
  );
  await importFile(errata, file);
  await openInbox(page, "?status=pending&path=/voted/*");
  const line = page.locator('[data-feedback-id="voted_4"]');
  await expect(line).toContainText(/5 votes.* · 4 not helpful/);
  const closed = ["voted_words", "voted_once", "voted_4", "voted_before"];
  const ids = votes.map(({ id }) => id).toReversed();
  await expect.poll(() => rowIds(page)).toEqual(closed);
  await line.getByTestId("row-group").click();
  const opened = ["voted_words", "voted_once", ...ids, "voted_before"];
  await expect.poll(() => rowIds(page)).toEqual(opened);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await line.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => rowIds(page)).toEqual(closed);

  await page.keyboard.press("x");
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(selection).toContainText("5 selected");
  await page.keyboard.press("4");
  const toast = page.getByTestId("toast");
  await expect(toast).toContainText("5 items dismissed");
  await expect.poll(() => rowIds(page)).toEqual(closed.filter((id) => id !== "voted_4"));
  await expect.poll(() => statusOf(errata, "voted_0")).toBe("dismissed");
  await page.keyboard.press("z");
  await expect(line).toContainText(/5 votes.* · 4 not helpful/);
  await expect.poll(() => statusOf(errata, "voted_0")).toBe("pending");
  await page.keyboard.press("Escape");

  // What is left of the line is one until it can be saved. The other votes' ratings aren't known then.
  await line.focus();
  await page.keyboard.press("ArrowRight");
  await page.route("**/feedback/decisions", (route) => route.abort());
  await page.locator('[data-feedback-id="voted_1"]').focus();
  await page.keyboard.press("3");
  await expect(line.getByTestId("row-group")).toHaveText(/^4 votes/);
  await expect(line).not.toContainText("not helpful");
  await page.unroute("**/feedback/decisions");
  await expect(line).toContainText(/4 votes.* · 3 not helpful/);
  await page.setViewportSize({ width: 380, height: 800 });
  await line.getByTestId("row-group").click();
  await expect.poll(() => rowIds(page)).not.toContain("voted_0");
});
