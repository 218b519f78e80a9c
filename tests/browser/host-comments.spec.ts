import { violations } from "../support/axe.ts";
import { type ErrataOnGitHub, openErrataOnGitHub } from "../support/errata-on-github.ts";
import { createJobFrom, rows } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

let host: ErrataOnGitHub;

test.beforeAll(async () => {
  host = await openErrataOnGitHub();
});
test.afterAll(() => host.close());

test("comments made on GitHub show up, are taken into the review, and sent once, by keyboard @thorough", async ({
  page,
}) => {
  await visit(page, `${host.errata.url}/docs/feedback?status=pending`);
  await expect(rows(page).first()).toBeVisible();
  await createJobFrom(page, 1);
  await expect(page.getByTestId("job-pr-link")).toBeVisible({ timeout: 120_000 });
  await expect(page.locator("[data-hunk]")).toHaveCount(1);
  const [pull] = host.hub.pulls;
  if (!pull) throw new Error("no pull request");
  const list = page.getByTestId("host-comments");
  const notes = page.locator("[data-hunk]").getByTestId("host-comment");
  const press = (key: string) => page.keyboard.press(key);

  await test.step("an event brings a comment on a line to the page, at its line", async () => {
    const hunk = "@@ -1 +1,2 @@\n wrong\n+right";
    pull.lineComments = [{ by: "ada", text: "Say <b>why</b>.", path: "guide.md", line: 2, hunk }];
    await host.announce("pull_request_review_comment", pull.number);
    await expect(notes).toContainText("Say <b>why</b>.");
    await expect(list).toContainText("guide.md, line 2");
    await expect(list.getByRole("link", { name: "ada" })).toHaveAttribute(
      "href",
      `${host.hub.url}/acme/docs/pull/${pull.number}#discussion_r1`,
    );
  });

  await test.step("verdicts, the conversation, and bots do as well", async () => {
    const commit = "f".repeat(40);
    pull.reviews = [
      { user: 1, by: "ada", state: "CHANGES_REQUESTED", commit, body: "Not yet." },
      { user: 2, by: "bo", state: "APPROVED", commit },
    ];
    pull.comments = [{ by: "vale[bot]", text: "12 warnings", isBot: true }];
    await host.announce("issue_comment", pull.number);
    const verdicts = page.getByTestId("host-verdicts");
    await expect(verdicts).toContainText("ada");
    await expect(verdicts.locator("[data-verdict=approved]")).toContainText(
      /^bo.*approved.*, before the last change$/,
    );
    await expect(list.getByText("Not yet.")).toBeVisible();
    await expect(list.getByText("12 warnings")).toBeHidden();
    await expect(list.getByText("1 from bots")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step("one is taken at its line, the others together, and none twice", async () => {
    await notes.getByRole("button", { name: "Take into the review" }).focus();
    await press("Enter");
    await expect(page.getByText("1 pending comment")).toBeVisible();
    await expect(page.locator("[data-hunk]")).toBeFocused();
    await expect(notes).toHaveCount(0);
    await expect(list.getByText("1 taken into a review")).toBeVisible();
    pull.comments?.push({ by: "cy", text: "Mention it in the changelog." });
    await host.announce("issue_comment", pull.number);
    await list.getByRole("button", { name: "Take all 2" }).focus();
    await press("Enter");
    await expect(page.getByText("3 pending comments")).toBeVisible();
    await expect(list).toBeFocused();
    await expect(list.getByRole("button")).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  });

  await test.step("an edit on GitHub doesn't change what was taken, and a reload shows the same", async () => {
    const [first] = pull.lineComments ?? [];
    if (first) first.text = "Edited.";
    await host.announce("pull_request_review_comment", pull.number);
    await list.getByText("3 taken into a review").click();
    await expect(list.getByText("Edited.")).toBeVisible();
    await reload(page);
    await expect(page.getByTestId("review-comments").getByText("Say <b>why</b>.")).toBeVisible();
    await expect(list.getByText("3 taken into a review")).toBeVisible();
  });

  await test.step("they are one follow-up, which is seen before it goes", async () => {
    await page.getByRole("button", { name: "Draft follow-up" }).focus();
    await press("Enter");
    const followUp = page.getByTestId("follow-up");
    await expect(followUp).toBeFocused();
    await expect(followUp).toHaveValue(
      /guide\.md, line 2:\n> \+right\n\nada on GitHub says:\n> Say <b>why<\/b>\.\n/,
    );
    await expect(followUp).toHaveValue(
      /The pull request as a whole:\n\nada on GitHub says:\n> Not yet\./,
    );
    await expect(page.getByText("Sends 3 review comments.")).toBeVisible();
    await page.getByRole("button", { name: "Send follow-up" }).focus();
    await press("Enter");
    await expect(page.getByText("Sent (3)")).toBeVisible();
    await list.getByText("3 taken into a review").click();
    await expect(list.getByText("Sent to the agent")).toHaveCount(3);
    await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed", {
      timeout: 60_000,
    });
  });
  expect(host.hub.problems).toEqual([]);
});
