import { expect, type Page } from "@playwright/test";
import { type FurnishedTeam, furnishedTeam } from "./furnished-team.ts";
import { rows } from "./inbox.ts";
import { plainTest, sharedInFile } from "./server.ts";
import { signInAs } from "./team-browser.ts";
import { visit } from "./visit.ts";

const teamOf = sharedInFile(furnishedTeam);

/** Playwright's `test` with a team that has something on every screen. */
export const test = plainTest.extend<{ team: FurnishedTeam }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed.
  team: [async ({}, use, { file }) => use(await teamOf(file)), { timeout: 300_000 }],
});

/** A screen or a popup of the dashboard. */
export interface Screen {
  address: string | ((team: FurnishedTeam) => string);
  /** Waits for the screen, or opens what is checked on it. */
  open: (page: Page) => Promise<unknown>;
  /** Whether only the dialog in front is checked. What it covers on a phone can be too small to touch. */
  isPopup?: boolean;
  /** Whether it is for people who aren't signed in. */
  isSignedOut?: boolean;
}

const INBOX = "/docs/feedback";
const isOverInbox = ({ address }: Screen) => address === INBOX;

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).first().waitFor();
const firstRow = async (page: Page) => rows(page).first().waitFor();
const panel = (page: Page) => page.getByTestId("detail-panel");

const page = (address: Screen["address"], open: Screen["open"] = heading): Screen => ({
  address,
  open,
});
const signedOut = (address: string, open: Screen["open"] = heading): Screen => ({
  address,
  open,
  isSignedOut: true,
});
const popup = (open: Screen["open"], address: Screen["address"] = INBOX): Screen => ({
  address,
  open: async (on) => {
    // An open item covers the list of a phone, and a job has none.
    if (on.url().includes("/feedback")) {
      await (on.url().includes("open=") ? panel(on).waitFor() : firstRow(on));
    }
    await open(on);
    await on.getByRole("dialog").last().waitFor();
  },
  isPopup: true,
});

/** Opens a choice about the first row with a key. */
const key = (pressed: string) => async (on: Page) => {
  await rows(on).first().focus();
  await on.keyboard.press(pressed);
};

/** Opens a popover of the filter bar, which a phone has in a popover of its own. */
const filter = (testId: string) => async (on: Page) => {
  const button = on.getByTestId(testId);
  if (!(await button.isVisible())) await on.getByTestId("filters").click();
  await button.click();
};

const inPanel = (name: string | RegExp) => async (on: Page) => {
  await panel(on).getByRole("button", { name }).first().click();
};

const openJob = ({ openJobId }: FurnishedTeam) => `/docs/jobs/${openJobId}`;
const item = ({ itemId }: FurnishedTeam) => `/docs/feedback?open=${itemId}`;

/** Every screen and popup, by name. */
export const SCREENS: Record<string, Screen> = {
  home: page("/docs"),
  inbox: page("/docs/feedback?status=pending", firstRow),
  "inbox with groups": page("/docs/feedback?grouped=true", firstRow),
  "inbox with a selection": page("/docs/feedback", async (on) => {
    await rows(on).first().getByTestId("row-select").click();
    await on.getByTestId("set-status").waitFor();
  }),
  noise: page("/docs/feedback?noise=true", firstRow),
  "an item with its page": page(item, (on) =>
    panel(on).getByRole("region", { name: "On the page" }).waitFor(),
  ),
  "an item that is noise": page(
    ({ noiseId }) => `/docs/feedback?noise=true&open=${noiseId}`,
    (on) => panel(on).getByText("Noise: ").waitFor(),
  ),
  "a dismissed item": page(
    ({ dismissedId }) => `/docs/feedback?open=${dismissedId}`,
    (on) => panel(on).getByText("Details", { exact: true }).waitFor(),
  ),
  pages: page("/docs/pages", (on) => on.getByTestId("page-row").first().waitFor()),
  insights: page("/docs/insights", (on) =>
    on.getByRole("region", { name: "Feedback by status" }).first().locator("svg").first().waitFor(),
  ),
  jobs: page("/docs/jobs"),
  "a job with readers to notify": page(
    ({ jobId }) => `/docs/jobs/${jobId}`,
    (on) =>
      on
        .getByTestId("notify-readers")
        .getByRole("button", { name: /^Notify/ })
        .click(),
  ),
  "a job with an open pull request": page(openJob, (on) => on.locator("#changes").waitFor()),
  "no such job": page("/docs/jobs/none"),
  "no such page": page("/docs/none"),
  notifications: page("/docs/notifications", (on) =>
    on.getByTestId("notification").first().waitFor(),
  ),
  activity: page("/docs/activity", (on) => on.getByTestId("activity").first().waitFor()),
  more: page("/docs/more"),
  settings: page("/settings", (on) => on.getByTestId("docs-check").first().waitFor()),
  people: page("/people"),
  account: page("/account"),
  setup: page("/docs/start"),
  "start with an agent": page("/docs/start/agent"),
  "start with a team": page("/docs/start/team"),
  "start with the widget": page("/docs/start/widget"),
  "start with an import": page("/docs/start/import"),
  "start with a repository": page("/docs/start/documentation", (on) =>
    on.getByTestId("docs-check").waitFor(),
  ),
  "start without the sample": page("/docs/start/remove"),
  "sign-in": signedOut("/sign-in"),
  "a rejected sign-in": signedOut("/sign-in", async (on) => {
    await on.getByLabel("Email address").fill("nobody@example.org");
    await on.getByLabel("Password").fill("wrong");
    await on.getByRole("button", { name: "Sign in", exact: true }).click();
    await on.locator(".notice-bad").waitFor();
  }),
  "the code of a sign-in": signedOut("/sign-in?step=code"),
  "a link that expired": signedOut("/invitation/none"),
  "an ended session": signedOut("/session-ended"),
  "the command palette": popup(async (on) => {
    await on.keyboard.press("Control+k");
    await on.getByRole("combobox", { name: /^Find a command/ }).fill("auth");
    await on.getByRole("option").nth(1).waitFor();
  }),
  "the keyboard shortcuts": popup((on) => on.keyboard.press("?")),
  "the choice of a person": popup(key("a")),
  "the choice of labels": popup(key("l")),
  "the choice of a reason": popup(key("r"), "/docs/feedback?status=dismissed"),
  "the view options": popup((on) => on.getByTestId("view-menu").click()),
  "a new view": popup(async (on) => {
    await on.getByTestId("view-menu").click();
    await on.getByRole("button", { name: "Save view…" }).click();
  }),
  "the export options": popup((on) => on.getByTestId("export").click()),
  "the filters": popup((on) => on.getByTestId("filters").click()),
  "the filter by date": popup(filter("filter-date")),
  "the filter by source": popup(filter("filter-source")),
  "the filter by status": popup(filter("filter-status")),
  "the filter by rating": popup(filter("filter-rating")),
  "the filter by page": popup(filter("filter-page")),
  "the filter by assignee": popup(filter("filter-assignee")),
  "the filter by label": popup(filter("filter-label")),
  "a message that hands an item over": popup(
    inPanel("Hand off"),
    ({ dismissedId }) => `/docs/feedback?open=${dismissedId}`,
  ),
  "the status of an item": popup((on) => panel(on).getByTestId("entry-status").click(), item),
  "deleting an item": popup(async (on) => {
    await panel(on).getByText("Details", { exact: true }).click();
    await inPanel("Delete item")(on);
  }, item),
  "forgetting a reader": popup(inPanel("Delete reader's data"), item),
  "the draft of a job": popup(key("p")),
  "the draft of many jobs": popup(async (on) => {
    await on.getByRole("checkbox", { name: "Select all matching feedback" }).focus();
    await on.keyboard.press("Space");
    await on.getByTestId("set-status").waitFor();
    await on.keyboard.press("p");
    await on.getByTestId("batch-job").first().waitFor();
  }, "/docs/feedback?path=/guides/*"),
  "the merge of a pull request": popup((on) => on.getByTestId("merge-pull").click(), openJob),
};

/**
 * Opens a screen as an admin of the team, or signed out.
 * @param before what the page has open: the inbox isn't loaded again for another popup of it
 * @returns the selector of what is to be checked: the page, or the dialog in front
 */
export async function openScreen(
  on: Page,
  team: FurnishedTeam,
  screen: Screen,
  before?: Screen,
): Promise<string> {
  const { open, isPopup } = screen;
  if (isPopup && before?.isPopup && isOverInbox(screen) && isOverInbox(before)) {
    await closePopups(on);
  } else await visitScreen(on, team, screen);
  await open(on);
  if (!isPopup) return "html";
  const front = on.getByRole("dialog").last();
  await front.evaluate((dialog) => dialog.setAttribute("data-front", ""));
  return "[data-front]";
}

async function visitScreen(
  on: Page,
  team: FurnishedTeam,
  { address, isSignedOut }: Screen,
): Promise<void> {
  const { admin } = team;
  if (isSignedOut) await on.context().clearCookies();
  else await signInAs(on.context(), admin);
  await visit(on, admin.errata.url + (typeof address === "string" ? address : address(team)));
}

/** A popup that another one opened is closed before that one. */
async function closePopups(on: Page): Promise<void> {
  const popups = on.getByRole("dialog");
  while ((await popups.count()) > 0) {
    const open = await popups.count();
    await on.keyboard.press("Escape");
    await expect.poll(() => popups.count()).toBeLessThan(open);
  }
}
