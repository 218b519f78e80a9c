import { expect, type Page } from "@playwright/test";
import { refusal } from "../support/api-responses.ts";
import { violationsInBothThemes } from "../support/axe.ts";
import { rowIds } from "../support/inbox.ts";
import { openAs } from "../support/team-browser.ts";
import { type Team, test } from "../support/team-test.ts";

const NOTIFICATIONS = "**/api/projects/docs/notifications";
const saveStatus = (page: Page) => page.getByTestId("save-status");

/** Opens the triager's notifications, with two unread mentions. */
async function openMentioned(browser: Parameters<typeof openAs>[0], team: Team) {
  const read = { method: "POST", body: { upTo: Number.MAX_SAFE_INTEGER } };
  await team.triager.send("/api/projects/docs/notifications", read);
  const tri = await openAs(browser, team.triager);
  const ids = await rowIds(tri);
  const mention = async (name: string, item = 0) => {
    const path = `/api/projects/docs/feedback/${ids[item]}/notes`;
    const body = { id: `note-${name}`, text: `@Tri Ager, is ${name} true?` };
    expect((await team.admin.send(path, { method: "POST", body })).status).toBe(200);
  };
  return { tri, mention, home: tri.getByRole("link", { name: "Home" }) };
}

test("offline, notifications are marked as read at once, and newer ones stay unread", async ({
  browser,
  team,
}) => {
  const { tri, mention, home } = await openMentioned(browser, team);
  for (const [item, name] of ["offline-one", "offline-two", "offline-three"].entries()) {
    await mention(name, item);
  }
  await expect(home).toHaveText("Home3 unread");
  await tri.goto("/docs/notifications");
  const unread = tri.getByRole("link", { name: /^Unread: / });
  const mark = tri.getByRole("button", { name: "Mark as read" });
  await expect(unread).toHaveCount(3);
  await expect(tri.locator("html[data-hydrated]")).toBeAttached();

  await tri.context().setOffline(true);
  await mark.first().click();
  await expect(unread).toHaveCount(2);
  await expect(home).toHaveText("Home2 unread");
  await expect(tri.getByRole("main").getByText("2 unread", { exact: true })).toBeVisible();
  await expect(saveStatus(tri)).toHaveText("Offline: 1 change waiting");
  await tri.getByRole("button", { name: "Mark all as read" }).click();
  await expect(unread).toHaveCount(0);
  await expect(home).toHaveText("Home");
  await expect(saveStatus(tri)).toHaveText("Offline: 2 changes waiting");
  await expect(tri.getByRole("alert").filter({ hasText: "Couldn't" })).toHaveCount(0);
  expect(await violationsInBothThemes(tri)).toEqual([]);

  await mention("offline-four", 3);
  await tri.context().setOffline(false);
  await expect(saveStatus(tri)).toHaveText("Saved");
  await expect(unread).toHaveCount(1);
  await expect(home).toHaveText("Home1 unread");
});

test("a rejected mark is undone, and said once @thorough", async ({ browser, team }) => {
  const { tri, mention, home } = await openMentioned(browser, team);
  await mention("rejected-one");
  await mention("rejected-two", 1);
  await expect(home).toHaveText("Home2 unread");
  await tri.goto("/docs/notifications");
  const mark = tri.getByRole("button", { name: "Mark as read" });
  await expect(mark).toHaveCount(2);
  await expect(tri.locator("html[data-hydrated]")).toBeAttached();
  const error = { code: "conflict" as const, message: "You can't change notifications." };
  await tri.route(NOTIFICATIONS, (route) =>
    route.request().method() === "GET" ? route.continue() : route.fulfill(refusal(error)),
  );
  const alert = tri.getByRole("alert").filter({ hasText: "You can't change notifications." });
  await mark.first().click();
  await expect(alert).toBeVisible();
  await tri.getByRole("button", { name: "Mark all as read" }).click();
  await expect(mark).toHaveCount(2);
  await expect(home).toHaveText("Home2 unread");
  await expect(alert).toHaveCount(1);
  await tri.unroute(NOTIFICATIONS);
  await mark.first().click();
  await expect(alert).toHaveCount(0);
  await expect(mark).toHaveCount(1);
  await expect(home).toHaveText("Home1 unread");
  await expect(saveStatus(tri)).toHaveText("Saved");
});
