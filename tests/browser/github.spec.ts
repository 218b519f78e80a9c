import type { Page } from "@playwright/test";
import { type ErrataOnGitHub, openErrataOnGitHub } from "../support/errata-on-github.ts";
import { createJobFrom, rows } from "../support/inbox.ts";
import { gitIn } from "../support/repository.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

let host: ErrataOnGitHub;

test.beforeAll(async () => {
  host = await openErrataOnGitHub();
});
test.afterAll(() => host.close());

test("pull requests on GitHub are followed until they are merged or closed @thorough", async ({
  page,
}) => {
  const merged = await createPull(page);
  await expectNudge(page, merged);
  const closed = await createPull(page);
  await setAddressed(page, merged);
  host.hub.settle(merged.number, "merged");
  host.hub.settle(closed.number, "closed");
  // The server checks on its own, and more often while the job page is open.
  await expectOffer(page, {
    ...closed,
    how: "closed",
    offer: "Mark 2 items as pending",
    after: "pending",
  });
  await visit(page, merged.job);
  await expectOffer(page, {
    ...merged,
    how: "merged",
    offer: "Resolve 2 items",
    after: "resolved",
  });
  expect(host.hub.problems).toEqual([]);
});

/** Creates a job for two items and waits for its pull request. */
async function createPull(page: Page): Promise<{ job: string; ids: string[]; number: number }> {
  await visit(page, `${host.errata.url}/docs/feedback?status=pending`);
  await expect(rows(page).first()).toBeVisible();
  const ids = await createJobFrom(page, 2);
  const link = page.getByTestId("job-pr-link");
  await expect(link).toBeVisible({ timeout: 120_000 });
  const pull = host.hub.pulls.at(-1);
  await expect(link).toHaveAttribute("href", `${host.hub.url}/acme/docs/pull/${pull?.number}`);
  await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed");
  await expect(page.getByText("Pull request is open")).toBeVisible();
  for (const id of ids) expect(pull?.body).toContain(id);
  expect(gitIn(host.origin, "show", `${pull?.head}:guide.md`)).toContain("right");
  await setStatus(page, ids, "in_progress");
  return { job: page.url(), ids, number: pull?.number ?? 0 };
}

/** Sets that a job's change addresses its items, of which Errata can't tell. */
async function setAddressed(page: Page, { job, ids }: { job: string; ids: string[] }) {
  const address = job.replace("/docs/jobs/", "/api/projects/docs/jobs/");
  for (const feedbackId of ids) {
    const answer = await page.request.post(`${address}/verdicts`, {
      headers: { origin: host.errata.url },
      data: { feedbackId, verdict: "addressed" },
    });
    expect(answer.status()).toBe(200);
  }
}

/** Expects what keeps a pull request from being merged on its job's page, among the jobs, and on Home. */
async function expectNudge(page: Page, { number }: { number: number }): Promise<void> {
  const pull = host.hub.pulls.find((each) => each.number === number);
  if (pull) pull.mergeable = false;
  const nudge = "The pull request has conflicts.";
  // The page updates by itself, because GitHub says that something changed.
  await host.announce("pull_request", number);
  await expect(page.getByText(nudge)).toBeVisible({ timeout: 3_000 });
  for (const address of ["/docs/jobs?needs=me", "/docs"]) {
    await visit(page, `${host.errata.url}${address}`);
    await expect(page.getByTestId("pull-nudge").first()).toContainText(nudge);
  }
}

/** Expects that a job's page shows how its pull request ended, and accepts the suggested change. */
async function expectOffer(
  page: Page,
  expected: { ids: string[]; how: string; offer: string; after: string },
): Promise<void> {
  const { ids, how, offer, after } = expected;
  await expect(page.getByText(`Pull request ${how}`, { exact: true })).toBeVisible({
    timeout: 120_000,
  });
  await page.getByRole("button", { name: offer }).click();
  await expect(page.getByText(/^(?:Resolved 2 items|Marked 2 items as pending)\./)).toBeVisible();
  for (const id of ids) expect(await statusOf(page, id)).toBe(after);
}

const feedback = () => `${host.errata.url}/api/projects/docs/feedback`;

async function setStatus(page: Page, ids: string[], status: string): Promise<void> {
  const headers = { origin: host.errata.url };
  const data = { ids, set: { status } };
  const answer = await page.request.patch(feedback(), { headers, data });
  expect(answer.status()).toBe(200);
}

async function statusOf(page: Page, id: string): Promise<string> {
  return (await (await page.request.get(`${feedback()}/${id}`)).json()).status;
}
