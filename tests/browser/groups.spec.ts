import { violationsInBothThemes } from "../support/axe.ts";
import { waitForGroups } from "../support/groups.ts";
import { openInbox, rowIds, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

interface ListedRow {
  id: string;
  group: { ids: string[]; items: number } | null;
}

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("a group is one row, opens in place, and is decided, undone, and split as one", async ({
  errata,
  page,
}) => {
  /** The first row that stands for several items. */
  const listed = async (): Promise<ListedRow | undefined> => {
    const query = "grouped=true&status=pending&groupSize=2";
    const response = await fetch(`${errata.url}/api/projects/docs/feedback?${query}`);
    const { feedback }: { feedback: ListedRow[] } = await response.json();
    return feedback.find(({ group }) => group !== null);
  };
  await waitForGroups(errata);
  await openInbox(page, "?status=pending&groupSize=2");
  await page.getByTestId("filters").click();
  await page.getByTestId("group-similar").click();
  await expect(page).toHaveURL(/grouped=true/);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("row-group").first()).toBeVisible();
  const first = await listed();
  const ids = first?.group?.ids ?? [];
  const lead = page.locator(`[data-feedback-id="${first?.id}"]`);

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
    `${ids.length} items selected in 1 row`,
  );
  await page.keyboard.press("3");
  const toast = page.getByTestId("toast");
  await expect(toast).toContainText(`${ids.length} items marked as resolved`);
  await expect(lead).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(toast).toContainText(`Change undone for ${ids.length} items`);
  await expect(lead).toBeVisible();
  await page.keyboard.press("Escape");

  await lead.click();
  const similar = page.getByTestId("similar-items");
  const path = `/api/projects/docs/feedback/${first?.id}/similar`;
  // Also those with another status.
  const { ids: others } = await (await fetch(`${errata.url}${path}`)).json();
  await expect(similar).toContainText(`${others.length} similar item`);
  expect(await violationsInBothThemes(page)).toEqual([]);
  const removals = similar.getByRole("button", { name: "Remove from group:" });
  const count = await removals.count();
  await removals.first().click();
  await expect(toast).toContainText("1 item regrouped");
  await expect(removals).toHaveCount(count - 1);
  await page.keyboard.press("z");
  await expect(removals).toHaveCount(count);
});
