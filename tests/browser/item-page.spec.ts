import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { openInbox, rowIds, waitForFirstSync } from "../support/inbox.ts";
import { type Errata, expect, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

const API = "/api/projects/docs";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("an item shows what it's about on its page, and nothing moves when that arrives", async ({
  page,
  errata,
}) => {
  await visit(page, "/settings");
  await page.getByLabel("Site URL").fill("https://docs.example.com/relay");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const late = Promise.withResolvers<void>();
  await page.route("**/feedback/*/page", async (route) => {
    await late.promise;
    await route.continue();
  });
  await openInbox(page, "?path=%2Fquickstart&source=code_snippet&status=pending");
  const ids = await rowIds(page);
  const id = await itemWith(errata, "relay serve");
  await page.locator(`[data-feedback-id="${id}"]`).click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel.getByTestId("note-field")).toBeVisible();
  await panel.getByText("Details", { exact: true }).click();
  const before = await places(page);
  expect(before.length).toBeGreaterThan(8);
  late.resolve();
  await expect(panel.getByTestId("passage")).toContainText("relay serve --forward");
  await expect(panel.getByTestId("page-items")).toBeVisible();
  expect(await places(page)).toEqual(before);

  const live = "https://docs.example.com/relay/quickstart";
  await expect(
    panel.getByText("Contains the reported code, in “3. Start a listener”"),
  ).toBeVisible();
  await expect(panel.getByTitle("quickstart.mdx")).toHaveText("quickstart.mdx:27");
  const links = await panel
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual(expect.arrayContaining([live, `${live}#3-start-a-listener`]));
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page)).toEqual([]);

  const [first] = ids;
  while (new URL(page.url()).searchParams.get("open") !== first) {
    const opened = page.url();
    await panel.getByRole("button", { name: "Previous item" }).click();
    await expect(page).not.toHaveURL(opened);
  }
  await expect(panel.getByRole("button", { name: "Previous item" })).toBeDisabled();
  await panel.getByRole("button", { name: "Next item" }).click();
  await expect(page).toHaveURL(new RegExp(`open=${ids[1]}`));
  await panel.getByTestId("fix-item").click();
  await expect(page.getByRole("dialog")).toContainText("1 item");
});

test("readers get one message each after a merge, and an answer at any time @thorough", async ({
  page,
  errata,
}) => {
  await page.addInitScript(() => {
    const mails: string[] = [];
    Object.assign(window, { mails });
    HTMLAnchorElement.prototype.click = function () {
      mails.push(this.href);
    };
  });
  const mail = async () => {
    await expect.poll(() => page.evaluate(() => Reflect.get(window, "mails").length)).toBe(1);
    return new URL(await page.evaluate(() => Reflect.get(window, "mails").pop()));
  };
  const id = await itemWith(errata, "parcels:send");
  await openInbox(page, `?open=${id}`);
  const panel = page.getByTestId("detail-panel");
  await expect(panel).toContainText("m•••@example.com");
  await panel.getByRole("button", { name: "Reply" }).click();
  const reply = await mail();
  expect(reply.pathname).toBe("mei.tanaka@example.com");
  expect(reply.searchParams.get("body")).toContain("> I created a restricted key as described");
  await expect(panel).toContainText("mei.tanaka@example.com");

  const job = await mergedJob(errata, id);
  await visit(page, `/docs/jobs/${job}`);
  await page.getByTestId("accept-offer").click();
  const readers = page.getByTestId("notify-readers");
  await readers
    .getByRole("button", { name: "Notify the reader who left an email address" })
    .click();
  await expect(readers).toContainText("m•••@example.com");
  await expect(readers).toContainText("Errata doesn't send email.");
  expect(await violations(page)).toEqual([]);
  await readers.getByRole("button", { name: "Open message" }).click();
  const message = await mail();
  expect(message.pathname).toBe("mei.tanaka@example.com");
  expect(message.searchParams.get("subject")).toContain("/guides/authentication");
  await expect(readers).toContainText("All messages opened in email");
  await reload(page);
  await readers.getByRole("button", { name: "Notify the reader" }).click();
  await expect(readers.getByRole("button", { name: "Open again" })).toBeVisible();
  await expect(readers).toContainText(/Opened by .+/);
});

/** Where the parts of the panel are that nothing may move. Similar items may appear below them. */
function places(page: Page): Promise<number[]> {
  return page
    .getByTestId("detail-panel")
    .locator("> h2, > blockquote, > figure, > section[aria-label='On the page'], > dl, dt")
    .evaluateAll((all) => all.map((part) => Math.round(part.getBoundingClientRect().top)));
}

async function itemWith(errata: Errata, words: string): Promise<string> {
  const query = new URLSearchParams({ q: `"${words}"`, status: "pending", limit: "50" });
  const answer = await fetch(`${errata.url}${API}/feedback?${query}`);
  const { feedback } = (await answer.json()) as { feedback: { id: string; comment: string }[] };
  const item = feedback.find(({ comment }) => comment.includes(words));
  if (!item) throw new Error(`no item has ${words}`);
  return item.id;
}

/** Creates a job from an item and merges its pull request. */
async function mergedJob(errata: Errata, item: string): Promise<string> {
  const headers = { origin: errata.url, "content-type": "application/json" };
  const post = async (path: string, body: object) =>
    (
      await fetch(`${errata.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    ).json();
  const prompt = 'On /guides/authentication, "parcels:send" should be "parcels:write".';
  const created = await post(`${API}/jobs`, {
    intentKey: "item-page-01",
    prompt,
    feedbackIds: [item],
  });
  const { id } = created.job;
  const job = async () => (await (await fetch(`${errata.url}${API}/jobs/${id}`)).json()).job;
  await expect.poll(async () => (await job()).prLink, { timeout: 120_000 }).not.toBeNull();
  await post(`${new URL((await job()).prLink).pathname}/merge`, {});
  await expect.poll(async () => (await job()).prState, { timeout: 120_000 }).toBe("merged");
  return id;
}
