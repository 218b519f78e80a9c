import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { openInbox, rowIds, rows, scrollToRow, waitForFirstSync } from "../support/inbox.ts";
import { type Errata, expect, test } from "../support/server.ts";
import { reload } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

const DECISIONS = "**/feedback/decisions";
const saveStatus = (page: Page) => page.getByTestId("save-status");
const connection = (page: Page) => page.getByTestId("connection");
const toast = (page: Page) => page.getByTestId("toast");

/** What the inbox shows by default, and the navigation counts. */
const WORK = "?noise=false&snoozed=false&bareVote=false&praise=false";

async function countWithStatus(errata: Errata, status: string, query = ""): Promise<number> {
  const response = await fetch(`${errata.url}/api/projects/docs/feedback/facets${query}`);
  const facets: { status: Record<string, number> } = await response.json();
  return facets.status[status] ?? 0;
}

async function countOfNoise(errata: Errata, noise = "true"): Promise<number> {
  const response = await fetch(`${errata.url}/api/projects/docs/feedback/facets?noise=${noise}`);
  return (await response.json()).total;
}

/** The number of pending items of the default view with a comment. */
async function countOfComments(errata: Errata): Promise<number> {
  const response = await fetch(
    `${errata.url}/api/projects/docs/feedback/facets${WORK}&status=pending`,
  );
  const facets: { comment: { true: number } } = await response.json();
  return facets.comment.true;
}

async function hasComment(errata: Errata, id: string): Promise<boolean> {
  const response = await fetch(`${errata.url}/api/projects/docs/feedback/${id}`);
  const item: { comment: string | null } = await response.json();
  return item.comment !== null;
}

/** Dismisses the active row again and again, as fast as the page takes keys. */
async function dismiss(page: Page, count: number): Promise<void> {
  await rows(page).first().focus();
  for (let index = 0; index < count; index++) await page.keyboard.press("4");
}

/** Loads rows for all keys: the first ones are too few, and a slow or missing server can't send more in time. */
async function loadRows(page: Page): Promise<void> {
  await scrollToRow(page, 100);
  await scrollToRow(page, 0);
}

/** Delays every request to the API, as a slow network does. */
async function addLatency(page: Page, milliseconds: number): Promise<void> {
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue().catch(() => undefined);
  });
}

test("no decision is lost when the page reloads on a slow network @thorough", async ({
  page,
  errata,
}) => {
  const before = await countWithStatus(errata, "dismissed");
  await openInbox(page, "?status=pending&bareVote=false");
  await loadRows(page);
  await addLatency(page, 400);
  await dismiss(page, 30);
  await reload(page);
  await expect(saveStatus(page)).toHaveAttribute("data-waiting", "0");
  await expect.poll(() => countWithStatus(errata, "dismissed")).toBe(before + 30);
});

test("60 decisions survive a server that is killed in the middle", async ({ page, errata }) => {
  const before = await countWithStatus(errata, "dismissed");
  await openInbox(page, "?status=pending&bareVote=false");
  await loadRows(page);
  await dismiss(page, 25);
  await errata.kill();
  await dismiss(page, 20);
  await expect(connection(page)).toContainText("Can't reach Errata. Retrying…");
  await expect(saveStatus(page)).toContainText(/Offline: \d+ changes waiting/);
  await expect(page.getByTestId("sync-status")).toContainText("Showing data from");
  expect(await violations(page)).toEqual([]);
  await errata.restart();
  await dismiss(page, 15);
  await expect(saveStatus(page)).toHaveText("Saved", { timeout: 120_000 });
  await expect(connection(page)).toHaveAttribute("data-connection", "online");
  expect(await countWithStatus(errata, "dismissed")).toBe(before + 60);
});

test("a response that is lost doesn't apply a decision twice", async ({ page, errata }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [id = ""] = await rowIds(page);
  let lost = 0;
  await page.route(DECISIONS, async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await dismiss(page, 1);
  await expect(saveStatus(page)).toHaveText("Saved");
  const response = await fetch(`${errata.url}/api/projects/docs/feedback/${id}`);
  const { history }: { history: unknown[] } = await response.json();
  expect(history).toHaveLength(1);
});

test("offline, decisions wait and the page says so", async ({ page, context, errata }) => {
  const before = await countWithStatus(errata, "dismissed");
  const pending = await countWithStatus(errata, "pending", WORK);
  const dismissed = await countWithStatus(errata, "dismissed", WORK);
  await openInbox(page, `${WORK}&status=pending`);
  const [first, commented] = [await rowIds(page), await countOfComments(errata)];
  const error = { code: "unauthenticated", message: "Sign in to continue." };
  await page.route(DECISIONS, (route) => route.fulfill({ status: 401, json: { error } }));
  await dismiss(page, 1);
  const signIn = saveStatus(page).getByRole("link", { name: "Sign in to save 1 change" });
  await expect(signIn).toHaveAttribute("href", /^\/sign-in\?next=%2Fdocs%2Ffeedback/);
  await page.unroute(DECISIONS);

  await context.setOffline(true);
  await dismiss(page, 4);
  await expect(saveStatus(page)).toHaveText("Offline: 5 changes waiting");
  await expect(connection(page)).toContainText("You're offline.");
  expect(await countWithStatus(errata, "dismissed")).toBe(before);
  const left = (pending - 5).toLocaleString("en");
  await expect(page.getByTestId("result-count")).toHaveText(new RegExp(`^${left} of `));
  await expect(page.getByRole("link", { name: "Inbox" })).toContainText(`${left} pending`);
  const decided = await Promise.all(first.slice(0, 5).map((id) => hasComment(errata, id)));
  await expect(page.getByTestId("filter-comment")).toHaveText(
    `Has comment${(commented - decided.filter(Boolean).length).toLocaleString("en")}`,
  );
  await page.getByTestId("filter-status").click();
  const choice = (name: string) => page.locator("label").filter({ hasText: name });
  await expect(choice("Pending")).toHaveText(`Pending${left}`);
  await expect(choice("Dismissed")).toHaveText(`Dismissed${(dismissed + 5).toLocaleString("en")}`);
  await page.keyboard.press("Escape");
  await page.getByTestId("search").fill("token");
  await expect(
    page.getByText("The rows that match the filters load when you reconnect."),
  ).toBeVisible();
  await expect(page.getByTestId("result-count")).toBeEmpty();
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
  await expect(saveStatus(page)).toHaveText("Saved");
  await expect.poll(() => countWithStatus(errata, "dismissed")).toBe(before + 5);
  await page.getByTestId("search").fill("");
  await expect(page.getByTestId("result-count")).toHaveText(new RegExp(`^${left} of `));
});

test("offline, an item that is restored from noise leaves the count of noise @thorough", async ({
  page,
  context,
  errata,
}) => {
  const noise = await countOfNoise(errata);
  const pending = await countWithStatus(errata, "pending", WORK);
  const all = (noise + (await countOfNoise(errata, "false"))).toLocaleString("en");
  await openInbox(page, "?noise=true");
  await expect(rows(page)).toHaveCount(noise);
  await expect(page.getByTestId("result-count")).toHaveText(`${noise} of ${all}`);
  const inbox = page.getByRole("link", { name: "Inbox" });
  await expect(inbox).toContainText(`${pending.toLocaleString("en")} pending`);
  await context.setOffline(true);
  await rows(page).filter({ hasText: "Pending" }).first().focus();
  await page.keyboard.press("u");
  await expect(saveStatus(page)).toHaveText("Offline: 1 change waiting");
  await expect(rows(page)).toHaveCount(noise - 1);
  await expect(page.getByTestId("result-count")).toHaveText(`${noise - 1} of ${all}`);
  await expect(inbox).toContainText(`${(pending + 1).toLocaleString("en")} pending`);
  await rows(page).filter({ hasText: "Dismissed" }).first().focus();
  await page.keyboard.press("1");
  await expect(saveStatus(page)).toHaveText("Offline: 2 changes waiting");
  // What is noise isn't part of this number.
  await expect(inbox).toContainText(`${(pending + 1).toLocaleString("en")} pending`);
  await page.keyboard.press("z");
  await page.keyboard.press("z");
  await expect(page.getByTestId("result-count")).toHaveText(`${noise} of ${all}`);
  await expect(inbox).toContainText(`${pending.toLocaleString("en")} pending`);
  await context.setOffline(false);
  await expect(saveStatus(page)).toHaveText("Saved");
  await expect.poll(() => countOfNoise(errata)).toBe(noise);
});

test("a key that is held down decides once @thorough", async ({ page, errata }) => {
  const before = await countWithStatus(errata, "dismissed");
  await openInbox(page, "?status=pending&bareVote=false");
  await rows(page).first().focus();
  // Playwright repeats a key that is pressed again before it is released.
  for (let index = 0; index < 12; index++) await page.keyboard.down("4");
  await page.keyboard.up("4");
  await expect(saveStatus(page)).toHaveText("Saved");
  expect(await countWithStatus(errata, "dismissed")).toBe(before + 1);
});

test("z undoes one decision after the other, Shift+Z redoes, also after a reload", async ({
  page,
}) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first = "", second = ""] = await rowIds(page);
  const row = (id: string) => page.locator(`[data-feedback-id="${id}"]`);
  await rows(page).first().focus();
  await page.keyboard.press("3");
  await page.keyboard.press("4");
  await expect(saveStatus(page)).toHaveText("Saved");
  await reload(page);
  await page.keyboard.press("z");
  await expect(toast(page)).toContainText("Change undone for 1 item. Next undo: 1 item resolved");
  await expect(row(second)).toBeVisible();
  await page.keyboard.press("z");
  await expect(row(first)).toBeVisible();
  await page.keyboard.press("Shift+Z");
  await expect(toast(page)).toContainText("1 item resolved");
  await expect(row(first)).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(row(first)).toBeVisible();
  await expect(saveStatus(page)).toHaveText("Saved");
});

test("a second tab shows what the first one decided @thorough", async ({ page, context }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const other = await context.newPage();
  await openInbox(other, "?status=pending&bareVote=false");
  const [id = ""] = await rowIds(page);
  await dismiss(page, 1);
  await expect(saveStatus(page)).toHaveText("Saved");
  await expect(other.locator(`[data-feedback-id="${id}"]`)).toHaveCount(0);
});

test("a note that is written or edited offline is saved after its tab was closed", async ({
  page,
  context,
  errata,
}) => {
  await openInbox(page);
  const [id = ""] = await rowIds(page);
  await page.locator(`[data-feedback-id="${id}"]`).click();
  const notesOf = (tab: Page) =>
    tab.getByTestId("detail-panel").getByRole("region", { name: "Notes" });
  const notes = notesOf(page);
  await expect(notes).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.press("n");
  await page.keyboard.type("Kept until it is saved");
  await page.keyboard.press("Control+Enter");
  await expect(notes.getByRole("listitem")).toContainText("Waiting to reconnect");
  await expect(saveStatus(page)).toHaveText("Offline: 1 change waiting");
  expect(await violations(page)).toEqual([]);
  await page.close();

  const item = `${errata.url}/api/projects/docs/feedback/${id}`;
  const savedNotes = async (): Promise<{ id: string; text: string }[]> =>
    (await (await fetch(item)).json()).notes;
  await context.setOffline(false);
  const later = await context.newPage();
  await openInbox(later, `?open=${id}`);
  await expect(saveStatus(later)).toHaveText("Saved");
  expect(await savedNotes()).toMatchObject([{ text: "Kept until it is saved" }]);

  const edit = async (tab: Page, text: string) => {
    await notesOf(tab).getByRole("button", { name: "Edit note" }).click();
    await tab.getByTestId("note-edit").fill(text);
    await tab.keyboard.press("Control+Enter");
  };
  await expect(notesOf(later).getByRole("listitem")).not.toContainText("Saving");
  await context.setOffline(true);
  await edit(later, "Edited once");
  await edit(later, "Edited twice");
  await expect(notesOf(later).getByRole("button", { name: "Edit note" })).toBeFocused();
  await expect(notesOf(later).getByRole("listitem")).toContainText("Waiting to reconnect");
  await expect(notesOf(later).getByRole("listitem")).toContainText("Edited twice");
  await expect(saveStatus(later)).toHaveText("Offline: 1 change waiting");
  await later.close();

  await context.setOffline(false);
  const last = await context.newPage();
  await openInbox(last, `?open=${id}`);
  await expect(saveStatus(last)).toHaveText("Saved");
  const [saved] = await savedNotes();
  expect(saved).toMatchObject({ text: "Edited twice" });

  // The text isn't lost when the note is deleted meanwhile.
  await expect(notesOf(last).getByRole("listitem")).not.toContainText("Saving");
  await context.setOffline(true);
  await edit(last, "Edited too late");
  const deleted = await fetch(`${item}/notes/${saved?.id}`, {
    method: "DELETE",
    headers: { origin: errata.url },
  });
  expect(deleted.status).toBe(200);
  await context.setOffline(false);
  await expect(notesOf(last).getByRole("listitem")).toContainText("Not saved");
  // Once the item is loaded again, without the note.
  await expect(notesOf(last).locator("time")).toHaveCount(0);
  await notesOf(last).getByRole("button", { name: "Edit note" }).click();
  await expect(last.getByTestId("note-field")).toHaveValue("Edited too late");
});

test("what is typed for a note that others delete meanwhile can become a new note @thorough", async ({
  page,
  errata,
}) => {
  await openInbox(page);
  const [id = ""] = await rowIds(page);
  const item = `${errata.url}/api/projects/docs/feedback/${id}`;
  const headers = { origin: errata.url, "content-type": "application/json" };
  const body = JSON.stringify({ id: "note-to-delete", text: "First text" });
  expect((await fetch(`${item}/notes`, { method: "POST", headers, body })).status).toBe(200);
  await page.locator(`[data-feedback-id="${id}"]`).click();
  const notes = page.getByTestId("detail-panel").getByRole("region", { name: "Notes" });
  await notes.getByRole("button", { name: "Edit note" }).click();
  const edit = page.getByTestId("note-edit");
  await edit.fill("Second text");
  const deleted = await fetch(`${item}/notes/note-to-delete`, { method: "DELETE", headers });
  expect(deleted.status).toBe(200);
  const warning = notes.getByText("This note was deleted while you were editing it.");
  await expect(warning).toBeVisible();
  await expect(edit).toHaveValue("Second text");
  expect(await violations(page)).toEqual([]);
  await reload(page);
  await expect(edit).toHaveValue("Second text");
  await notes.getByRole("button", { name: "Add as a new note" }).click();
  await expect(warning).toHaveCount(0);
  await expect(page.getByTestId("note-field")).toBeFocused();
  await expect(notes.getByRole("listitem")).toContainText("Second text");
  await expect(saveStatus(page)).toHaveText("Saved");
  expect((await (await fetch(item)).json()).notes).toMatchObject([{ text: "Second text" }]);
});

test("a note for an item that was deleted stays until it's discarded, and the sidebar leads to it @thorough", async ({
  page,
  errata,
}) => {
  await openInbox(page);
  const [id = "", other = ""] = await rowIds(page);
  await page.locator(`[data-feedback-id="${id}"]`).click();
  const panel = page.getByTestId("detail-panel");
  const notes = panel.getByRole("region", { name: "Notes" });
  await page.getByTestId("note-field").fill("Written for nothing");
  await page.route("**/notes", (route) => route.abort());
  await page.keyboard.press("Control+Enter");
  const deleted = await page.request.post("/api/projects/docs/feedback/deletions", {
    headers: { origin: errata.url },
    data: { ids: [id] },
  });
  expect(deleted.ok()).toBe(true);
  await expect(panel).toContainText("This feedback item was deleted.");
  await page.unroute("**/notes");
  await expect(saveStatus(page)).toHaveText("1 change not saved");
  await page.locator(`[data-feedback-id="${other}"]`).click();
  await expect(panel).toHaveAttribute("data-item", other);
  await reload(page);
  await saveStatus(page).getByRole("link").click();
  await expect(panel).toHaveAttribute("data-item", id);
  await expect(notes.getByRole("listitem")).toContainText("Not saved");
  await expect(notes.getByRole("listitem")).toContainText("Written for nothing");
  expect(await violations(page)).toEqual([]);
  await notes.getByRole("button", { name: "Discard note" }).click();
  await expect(saveStatus(page)).toHaveText("");
});
