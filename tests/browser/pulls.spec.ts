import { openInbox, waitForFirstSync } from "../support/inbox.ts";
import { createKey } from "../support/keys.ts";
import { pullFor } from "../support/pulls.ts";
import { expect, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

test("the second of two pull requests that change the same line conflicts and can be closed @thorough", async ({
  page,
  errata,
  request,
}) => {
  const key = await createKey(errata);
  const first = await pullFor(request, key, "relay listen");
  const second = await pullFor(request, key, "relay watch");
  await visit(page, first);
  await page.getByTestId("merge-pull").click();
  await expect(page.getByTestId("pull-state")).toHaveAttribute("data-state", "merged");

  await visit(page, second);
  await expect(page.getByText("conflicts with main and can't be merged")).toBeVisible();
  await expect(page.getByTestId("merge-pull")).toBeDisabled();
  const forced = await request.post(`${second}/merge`, { headers: { origin: errata.url } });
  expect(forced.status()).toBe(409);
  await page.getByTestId("close-pull").click();
  await page.getByRole("dialog").getByRole("button", { name: "Close pull request" }).click();
  await expect(page.getByTestId("pull-state")).toHaveAttribute("data-state", "closed");
  await reload(page);
  await expect(page.getByText("relay watch").first()).toBeVisible();
});

test("a reader's email is masked until someone reveals it", async ({ page, request, errata }) => {
  await waitForFirstSync(errata);
  const rows = await request.get("/api/projects/docs/feedback?source=contextual&limit=200");
  const { feedback } = await rows.json();
  expect(await rows.text()).not.toContain("@example");
  for (const { id } of feedback) {
    const { contact } = await (await request.get(`/api/projects/docs/feedback/${id}`)).json();
    if (contact === null) continue;
    expect(contact).toMatch(/^.•••@/u);
    await visit(page, `/docs/feedback?open=${id}`, { waitUntil: "networkidle" });
    const panel = page.getByTestId("detail-panel");
    await expect(panel).toContainText(contact);
    await panel.getByRole("button", { name: "Reveal" }).click();
    await expect(panel).toContainText(/[\w.+=-]{2,}@example/);
    return;
  }
  throw new Error("no sample feedback has a contact");
});

test("sorting by date works in both directions and stays in the URL", async ({ page, errata }) => {
  await waitForFirstSync(errata);
  await openInbox(page, "?status=resolved");
  const dates = () =>
    page
      .getByTestId("feedback-row")
      .locator("time")
      .evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""));
  const newest = await dates();
  expect(newest).toEqual(newest.toSorted().reverse());
  await page.getByRole("columnheader", { name: /Date/ }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(page.getByRole("columnheader", { name: /Date/ })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect.poll(dates).not.toEqual(newest);
  const oldest = await dates();
  expect(oldest).toEqual(oldest.toSorted());
});

test("an edited draft survives pressing Escape @thorough", async ({ page, errata }) => {
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  await page.getByTestId("row-select").first().click();
  await page.getByTestId("draft-prompt").click();
  const editor = page.getByTestId("prompt-editor");
  await editor.fill(`${await editor.inputValue()}\nMind the tone.`);
  await page.keyboard.press("Escape");
  await expect(editor).toHaveCount(0);
  await page.getByTestId("draft-prompt").click();
  await expect(editor).toHaveValue(/Mind the tone\.$/);
  await editor.fill((await editor.inputValue()).replace(/^\[\[\/feedback:.*$/m, ""));
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Discard edits" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
