import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { waitForFirstSync } from "../support/inbox.ts";
import { type Errata, expect, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

interface Item {
  id: string;
  page: string;
  comment: string | null;
}

/** Creates a job from items, whose prompt is about the first one, and returns its address once it has a pull request. */
async function jobFor(page: Page, errata: Errata, items: readonly Item[]): Promise<string> {
  const prompt = `On ${items[0]?.page}: ${items[0]?.comment}`;
  const created = await page.request.post("/api/projects/docs/jobs", {
    headers: { origin: errata.url },
    data: { intentKey: crypto.randomUUID(), prompt, feedbackIds: items.map(({ id }) => id) },
  });
  const { job } = await created.json();
  const read = async () => (await page.request.get(`/api/projects/docs/jobs/${job.id}`)).json();
  await expect.poll(async () => (await read()).job.prState, { timeout: 120_000 }).toBe("open");
  return `/docs/jobs/${job.id}`;
}

/** Opens the review of a pull request that fixes the first of two items and doesn't touch the other's page. */
async function openReview(page: Page, errata: Errata) {
  await waitForFirstSync(errata);
  const answer = await page.request.get("/api/projects/docs/feedback?status=pending&limit=200");
  const { feedback }: { feedback: Item[] } = await answer.json();
  const fixed = feedback.find(({ comment }) => comment?.includes('" should be "'));
  const other = feedback.find(({ comment, page: at }) => comment && at !== fixed?.page);
  if (!fixed || !other) throw new Error("the sample has no such items");
  const address = await jobFor(page, errata, [fixed, other]);
  await visit(page, address);
  return { feedback, fixed, other, address };
}

test("a job's change is judged, read, and merged on one screen, by keyboard @thorough", async ({
  page,
  errata,
}) => {
  const { feedback, fixed, other, address } = await openReview(page, errata);

  await test.step("the address of the pull request leads here, and the title names the page", async () => {
    const link = page.getByTestId("job-pr-link");
    await visit(page, (await link.getAttribute("href")) ?? "");
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`${fixed.page}`);
    const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
    const current = steps.filter({ hasText: "Pull request #" });
    await expect(current).toHaveAttribute("aria-current", "step");
  });

  const item = (id: string) => page.locator(`[data-item="${id}"]`);
  const verdict = (id: string) => item(id).locator("[data-verdict]");
  await test.step("verdicts are proposed, and an item that no change touches is said", async () => {
    await expect(verdict(fixed.id)).toHaveAttribute("data-verdict", "addressed");
    await expect(verdict(other.id)).toHaveAttribute("data-verdict", "not_addressed");
    await expect(page.getByText("1 item isn't touched by any change.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step("what is open becomes a follow-up", async () => {
    await page.getByRole("button", { name: "Add 1 open item to follow-up" }).press("Enter");
    const followUp = page.getByTestId("follow-up");
    await expect(followUp).toBeFocused();
    await expect(followUp).toHaveValue(/^This item is still open.*\n1\. \/.*\n> /s);
    await followUp.fill("");
  });

  await test.step("keys lead from an item to its change and back", async () => {
    const hunk = page.locator("[data-hunk]").first();
    await item(fixed.id).focus();
    await expect(hunk).toHaveAttribute("data-linked", "true");
    await page.keyboard.press("Enter");
    await expect(hunk).toBeFocused();
    await expect(item(fixed.id)).toHaveAttribute("data-linked", "true");
    await page.keyboard.press("Enter");
    await expect(item(fixed.id)).toBeFocused();
    await page.keyboard.press("]");
    await expect(hunk).toBeFocused();
    await page.keyboard.press("[");
    await expect(hunk).toBeFocused();
  });

  await test.step("verdicts and reviewed files are kept", async () => {
    await item(other.id).getByRole("radio", { name: "Can't tell" }).check();
    await expect(item(other.id)).toContainText("Set by");
    await page.getByRole("checkbox", { name: "Reviewed" }).click();
    await expect(page.getByText("1 of 1 reviewed")).toBeVisible();
    await reload(page);
    await expect(verdict(other.id)).toHaveAttribute("data-verdict", "unclear");
    await expect(page.getByText("1 of 1 reviewed")).toBeVisible();
  });

  await test.step("a merge resolves what is addressed, and marks the rest as pending", async () => {
    const next = await jobFor(page, errata, [
      feedback.find(({ id, comment }) => comment && id !== fixed.id && id !== other.id) ?? other,
    ]);
    await page.getByTestId("merge-pull").click();
    await expect(page.getByRole("dialog")).toContainText("1 item becomes pending again.");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Merge and resolve 1 item" }).last().click();
    await expect(page.getByText("Resolved 1 item. Marked 1 item as pending.")).toBeVisible();
    await expect(page.getByTestId("pull-state")).toHaveAttribute("data-state", "merged");
    await page.getByRole("link", { name: /^Review next: #\d/ }).click();
    await expect(page).toHaveURL(new RegExp(`${next}$`));
  });

  await test.step("a phone shows all of it without scrolling sideways", async () => {
    await page.setViewportSize({ width: 380, height: 800 });
    await visit(page, address);
    await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(380);
  });
});

test("a branch that moves while a merge is confirmed isn't merged, and sets no verdicts @thorough", async ({
  page,
  errata,
}) => {
  const { fixed, address } = await openReview(page, errata);
  await page.getByTestId("merge-pull").click();
  const confirm = page.getByTestId("confirm-merge");
  await expect(confirm).toBeVisible();

  const read = async () =>
    (await (await page.request.get(`/api/projects${address}/review`)).json()).review;
  const { changes } = await read();
  const [{ path, version, hunks }] = changes.files;
  const discarded = await page.request.post(`/api/projects${address}/discards`, {
    headers: { origin: errata.url },
    data: { id: crypto.randomUUID(), head: changes.head, path, version, hunk: hunks[0].id },
  });
  expect(discarded.ok()).toBe(true);
  await confirm.click();
  await expect(page.getByRole("dialog")).toContainText("The branch has changed");
  const { items } = await read();
  expect(items.map(({ by }: { by: string | null }) => by)).toEqual([null, null]);
  await expect(page.getByTestId("pull-state")).toHaveAttribute("data-state", "open");

  await test.step("a verdict that can't be saved is said so, and not shown", async () => {
    await page.keyboard.press("Escape");
    const verdict = page
      .locator(`[data-item="${fixed.id}"]`)
      .getByRole("radio", { name: "Can't tell" });
    await page.context().setOffline(true);
    await verdict.click();
    await expect(page.getByText("Your choice wasn't saved.")).toBeVisible();
    await expect(verdict).not.toBeChecked();
    await page.context().setOffline(false);
    await verdict.click();
    await expect(page.locator(`[data-item="${fixed.id}"]`)).toContainText("Set by you");
  });
});
