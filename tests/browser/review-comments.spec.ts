import { violations } from "../support/axe.ts";
import { trustedAgent } from "../support/environment.ts";
import { createJobFrom, openInbox, waitForFirstSync } from "../support/inbox.ts";
import { tabTo } from "../support/keyboard.ts";
import { expect, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

/** Changes the first and the last lines of a page, and adds what it is told on a second run to another one. */
const AGENT = `
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require("fs");
const page = "quickstart.mdx";
const isFirst = !readFileSync(page, "utf8").includes("A new last step.");
if (isFirst) {
  const lines = readFileSync(page, "utf8").trimEnd().split("\\n");
  writeFileSync(page, [...lines.slice(0, 6), "A new first step.", "And its second line.", "A thrid line.", ...lines.slice(6), "A new last step.", ""].join("\\n"));
} else appendFileSync(page, "Changed again.\\n");
console.log(JSON.stringify({ errata: { summary: "Changed the steps." } }));`;

test("comments on a change are collected and sent at once, and parts are edited and discarded, by keyboard @thorough", async ({
  page,
  errata,
}) => {
  const command = `node -e ${JSON.stringify(AGENT.replaceAll("\n", " "))}`;
  const environment = { ...trustedAgent, AGENT_COMMAND: command };
  await errata.reopen(environment);
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await createJobFrom(page, 1);
  const status = page.getByTestId("job-status");
  await expect(status).toHaveAttribute("data-status", "completed", { timeout: 60_000 });
  const hunks = page.locator("[data-hunk]");
  await expect(hunks).toHaveCount(2);
  const comments = page.getByTestId("review-comments");
  const field = page.getByTestId("review-comment");
  const lineWith = (text: string) => page.locator("[data-line][tabindex]", { hasText: text });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Goes to a line from the hunk before it. */
  const goTo = async (text: string) => {
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect(lineWith(text)).toBeFocused({ timeout: 200 });
    }).toPass();
  };

  await test.step("a comment on two lines and one on a line are pending", async () => {
    await tabTo(hunks.first());
    await goTo("A new first step.");
    await press("Shift+ArrowDown");
    await expect(page.locator("tr[data-selected]")).toHaveCount(2);
    await press("c");
    await expect(field).toBeFocused();
    await page.keyboard.type("Say both in one line.");
    expect(await violations(page)).toEqual([]);
    await press("Control+Enter");
    await expect(page.getByText("1 pending comment")).toBeVisible();
    // Keys go on from there.
    await expect(lineWith("And its second line.")).toBeFocused();
    await press("ArrowUp", "ArrowUp", "ArrowUp");
    await press("c");
    await page.keyboard.type("Why is this");
    await press("Escape");
    await expect(field).toHaveCount(0);
    await press("c");
    await expect(field).toHaveValue("Why is this");
    await press("End");
    await page.keyboard.type(" needed?");
    await press("Tab", "Enter");
    await expect(page.getByText("2 pending comments")).toBeVisible();
  });

  await test.step("they survive a reload and a restart, and are edited, also on a page that is open elsewhere", async () => {
    await errata.reopen(environment);
    await reload(page);
    await expect(comments.getByText("Say both in one line.")).toBeVisible();
    const elsewhere = await page.context().newPage();
    await visit(elsewhere, new URL(page.url()).pathname);
    const second = comments.getByRole("listitem").filter({ hasText: "Why is this needed?" });
    await second.getByRole("button", { name: "Edit comment" }).focus();
    await press("Enter");
    await expect(field).toBeFocused();
    await press("End");
    await page.keyboard.type(" Say why.");
    await press("Control+Enter");
    await expect(second).toContainText("Why is this needed? Say why.");
    await expect(elsewhere.getByTestId("review-comments")).toContainText(" Say why.");
    for (const [act, done] of [
      ["check", 1],
      ["uncheck", 0],
    ] as const) {
      await elsewhere.getByRole("checkbox", { name: "Reviewed" })[act]();
      await expect(page.getByText(`${done} of 1 reviewed`)).toBeVisible();
    }
    await elsewhere.close();
  });

  await test.step("the second hunk is discarded", async () => {
    await hunks.first().focus();
    await press("]");
    await expect(hunks.nth(1)).toBeFocused();
    await press("Tab");
    await expect(hunks.nth(1).getByRole("button", { name: "Discard change" })).toBeFocused();
    await press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("restores these lines of quickstart.mdx");
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Discard change" }).focus();
    await press("Enter");
    await expect(hunks).toHaveCount(1);
    await expect(dialog).toHaveCount(0);
    await expect(comments).toContainText("Don't change this again: quickstart.mdx");
    await expect(page.getByText("3 pending comments")).toBeVisible();
    await expect(page.getByText(/Change of quickstart\.mdx discarded/)).toHaveCount(1);
  });

  await test.step("a word is edited, and what was typed survives a reload", async () => {
    const edit = page.getByTestId("edit-lines");
    await hunks.first().focus();
    await goTo("And its second line.");
    await press("ArrowDown", "e");
    await expect(edit).toBeFocused();
    await expect(edit).toHaveValue("A thrid line.");
    await expect(page.getByRole("button", { name: "Commit change" })).toBeDisabled();
    expect(await violations(page)).toEqual([]);
    await press("Control+a");
    await page.keyboard.type("A third line.");
    await press("Escape");
    await expect(lineWith("A thrid line.")).toBeFocused();
    await reload(page);
    await hunks.first().focus();
    await goTo("A thrid line.");
    await press("e");
    await expect(edit).toHaveValue("A third line.");
    await press("Control+Enter");
    await expect(edit).toHaveCount(0);
    await expect(lineWith("A third line.")).toBeFocused();
    await expect(lineWith("A thrid line.")).toHaveCount(0);
    await expect(comments).toContainText("Don't change this back: quickstart.mdx");
    await expect(page.getByText("4 pending comments")).toBeVisible();
    await expect(page.getByText(/^quickstart\.mdx edited \(line 9\)/)).toHaveCount(1);
  });

  await test.step("all of them are one follow-up, which is seen before it goes", async () => {
    await comments.getByRole("button", { name: "Draft follow-up" }).focus();
    await press("Enter");
    const followUp = page.getByTestId("follow-up");
    await expect(followUp).toBeFocused();
    await expect(followUp).toHaveValue(
      /1\. quickstart\.mdx, lines 7–8:\n> \+A new first step\.\n> \+And its second line\.\n\nSay both in one line\./,
    );
    await expect(followUp).toHaveValue(
      /2\. quickstart\.mdx, line \d.*\n\nWhy is this needed\? Say why\./s,
    );
    await expect(followUp).toHaveValue(
      /Don't change this again: quickstart\.mdx, line \d+:\n> \+A new last step\.\n\n/,
    );
    await expect(followUp).toHaveValue(
      /Don't change this back: quickstart\.mdx, line 9:\n> -A thrid line\.\n> \+A third line\.$/,
    );
    await expect(page.getByText("Sends 4 review comments.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Send follow-up" }).focus();
    await press("Enter");
    await comments.getByText("Sent (4)").click();
    await expect(comments.getByRole("link", { name: "follow-up 1" })).toHaveCount(4);
    await comments.getByRole("link", { name: "follow-up 1" }).first().click();
    await expect(page.locator("li:target")).toBeFocused();
    await expect(page.locator("li:target")).toContainText("Follow-up 1");
    await expect(followUp).toHaveValue("");
    await expect(page.getByText("pending comment")).toHaveCount(0);
    await expect(status).toHaveAttribute("data-status", "completed", { timeout: 60_000 });
    const { job } = await (
      await page.request.get(
        `/api${new URL(page.url()).pathname.replace("/docs", "/projects/docs")}`,
      )
    ).json();
    expect(job.messages).toHaveLength(1);
  });

  await test.step("lines are removed by mouse", async () => {
    // The agent's second change is shown: a hunk that others replace closes its form.
    await expect(lineWith("A thrid line.")).toHaveCount(1);
    await lineWith("A third line.").hover();
    await page.getByRole("button", { name: /^Edit line \d+$/ }).click();
    await page.getByTestId("edit-lines").fill("");
    await page.getByRole("button", { name: "Commit change" }).click();
    await expect(lineWith("A third line.")).toHaveCount(0);
    await expect(page.locator("#changes")).toBeFocused();
    await expect(page.getByText("1 pending comment")).toBeVisible();
  });

  await test.step("a comment whose lines are gone says so", async () => {
    const line = lineWith("A new last step.");
    await expect(line).toHaveCount(1);
    await line.focus();
    await press("c");
    await page.keyboard.type("Better not.");
    await press("Control+Enter");
    await expect(page.getByText("2 pending comments")).toBeVisible();
    await hunks.nth(1).getByRole("button", { name: "Discard change" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard change" }).click();
    await expect(comments).toContainText("These lines aren't in the change anymore.");
    await expect(comments).toContainText("Better not.");
  });

  await test.step("a phone shows all of it without scrolling sideways", async () => {
    await page.setViewportSize({ width: 380, height: 800 });
    await visit(page, new URL(page.url()).pathname);
    await expect(comments).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(380);
  });
});
