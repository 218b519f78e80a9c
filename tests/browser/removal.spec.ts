import { dialogViolations } from "../support/axe.ts";
import { openInbox, rowIds, rows, waitForFirstSync } from "../support/inbox.ts";
import { type Errata, expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

/** Returns an item that has a contact, and the contact. */
async function itemWithContact(errata: Errata): Promise<{ id: string; contact: string }> {
  const path = "/api/projects/docs/feedback/export?format=json&contacts=true";
  const items: { id: string; contact?: string | null }[] = await (
    await fetch(`${errata.url}${path}`)
  ).json();
  const { id, contact } = items.find((item) => item.contact?.includes("@")) ?? {};
  if (!id || !contact) throw new Error("No item has a contact.");
  return { id, contact };
}

test("an admin forgets the reader of an item after a confirmation @thorough", async ({
  page,
  errata,
}) => {
  const { id, contact } = await itemWithContact(errata);
  await visit(page, `/docs/feedback?open=${encodeURIComponent(id)}`);
  const panel = page.getByTestId("detail-panel");
  await panel.getByRole("button", { name: "Delete reader's data" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this reader's data?" });
  await expect(dialog).toContainText(/The contact address on \d+ items?/);
  await expect(dialog).toContainText("You can't undo this.");
  // Not the address itself, which isn't revealed.
  await expect(dialog).not.toContainText(contact);
  expect(await dialogViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(panel.getByText("Contact", { exact: true })).toBeVisible();

  await panel.getByRole("button", { name: "Delete reader's data" }).click();
  await dialog.getByRole("button", { name: "Delete reader's data" }).click();
  await expect(dialog).toContainText("The reader's data is deleted.");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(panel.getByText("Contact", { exact: true })).toBeHidden();
  const left = await fetch(`${errata.url}/api/projects/docs/feedback/${id}/contact`);
  expect(await left.json()).toEqual({ contact: null });
  await visit(page, "/people");
  await expect(page.getByText(`the reader of ${id} in docs`)).toBeVisible();
});

test("an admin deletes one item, and then a selection @thorough", async ({ page, errata }) => {
  await openInbox(page);
  const [first = "", second = "", third = "", fourth = ""] = await rowIds(page);
  await rows(page).first().click();
  const panel = page.getByTestId("detail-panel");
  await panel.getByText("Details", { exact: true }).click();
  await panel.getByRole("button", { name: "Delete item" }).click();
  const dialog = page.getByRole("dialog", { name: /^Delete/ });
  await expect(dialog).toContainText("Delete 1 item?");
  await expect(dialog).toContainText("from Errata and its built-in platform");
  expect(await dialogViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete 1 item" }).click();
  await expect(dialog).toContainText("1 item deleted.");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(panel).toBeHidden();
  await expect(rows(page).first()).toHaveAttribute("data-feedback-id", second);

  await rows(page).nth(0).getByTestId("row-select").click();
  await rows(page).nth(1).getByTestId("row-select").click();
  await page
    .getByRole("region", { name: "Selection" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(dialog).toContainText("Delete 2 items?");
  await dialog.getByRole("button", { name: "Delete 2 items" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(rows(page).first()).toHaveAttribute("data-feedback-id", fourth);
  await expect(page.getByRole("region", { name: "Selection" })).toBeHidden();
  for (const id of [first, second, third]) {
    const response = await fetch(`${errata.url}/api/projects/docs/feedback/${id}`);
    expect(response.status).toBe(404);
  }
});
