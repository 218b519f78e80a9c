import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { trustedAgent } from "../support/environment.ts";
import { createJobFrom, openInbox, waitForFirstSync } from "../support/inbox.ts";
import { mergeHere } from "../support/pulls.ts";
import { type Errata, expect, startErrata, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

test("a merge resolves the linked feedback in one step, which can be undone @thorough", async ({
  page,
  errata,
}) => {
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending");
  const ids = await createJobFrom(page, 2);
  const job = page.url();
  await expect(page.getByTestId("job-pr-link")).toBeVisible({ timeout: 120_000 });
  await mergeHere(page);
  await expect(page.getByText("Resolved 2 items.")).toBeVisible();
  const status = async (id: string) =>
    (await (await page.request.get(`/api/projects/docs/feedback/${id}`)).json()).status;
  for (const id of ids) expect(await status(id)).toBe("resolved");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone for 2 items.")).toBeVisible();
  for (const id of ids) expect(await status(id)).toBe("in_progress");
  await expect(page.getByTestId("accept-offer")).toBeVisible();
  await expect(page.getByRole("list").getByText("Pull request merged")).toBeVisible();

  await visit(page, "/docs/activity");
  const created = page.getByTestId("activity").filter({ hasText: "by creating an agent job" });
  await expect(created).toContainText(
    `changed the status of ${ids.length} items from Pending to In progress by creating an agent job`,
  );
  await created.getByRole("link", { name: "agent job" }).click();
  await expect(page).toHaveURL(job);
});

test("a follow-up makes a finished job active again and keeps its pull request @thorough", async ({
  page,
  errata,
}) => {
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending&source=agent");
  await createJobFrom(page, 1);
  const link = page.getByTestId("job-pr-link");
  await expect(link).toBeVisible({ timeout: 120_000 });
  const before = await link.getAttribute("href");
  const text = 'On /quickstart, "relay serve" should be "relay listen".';
  await page.getByTestId("follow-up").fill(text);
  await reload(page);
  await expect(page.getByTestId("follow-up")).toHaveValue(text);
  await page.getByRole("button", { name: "Send follow-up" }).click();
  await expect(page.getByText("Follow-up: sent")).toBeVisible();
  await expect(page.getByTestId("follow-up")).toHaveValue("");
  await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed", {
    timeout: 120_000,
  });
  await expect(link).toHaveAttribute("href", before ?? "");
  await visit(page, before ?? "");
  await expect(page.getByText("relay listen").first()).toBeVisible();
});

test("a job whose agent fails says why, and needs attention @thorough", async ({
  page,
  errata,
}) => {
  await errata.reopen({
    ...trustedAgent,
    AGENT_COMMAND: `node -e "console.log('no idea'); process.exit(3)"`,
  });
  await waitForFirstSync(errata);
  await openInbox(page, "?status=pending&source=code_snippet");
  await createJobFrom(page, 1);
  await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "failed", {
    timeout: 120_000,
  });
  await expect(page.getByTestId("job-failure")).toContainText("3");
  await page.getByText("Agent output").click();
  await expect(page.getByText("no idea", { exact: true })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download output" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toContain("no idea");
  const job = new URL(page.url()).pathname;
  await visit(page, "/docs/jobs?needs=me");
  await expect(page.locator(`a[href="${job}"]`)).toBeVisible();
  await visit(page, job);
  await page.getByRole("button", { name: "Mark as handled" }).click();
  await expect(page.getByText("Marked as handled")).toBeVisible();
  await visit(page, "/docs/jobs?needs=me");
  await expect(page.locator("main").getByRole("navigation")).toBeVisible();
  await expect(page.locator(`a[href="${job}"]`)).toHaveCount(0);
  await errata.reopen();
});

test("jobs that failed are retried, marked as handled, and archived at once", async ({
  page,
  errata,
}) => {
  await errata.reopen({ ...trustedAgent, AGENT_COMMAND: "false" });
  await waitForFirstSync(errata);
  const { feedback } = await (
    await page.request.get("/api/projects/docs/feedback?status=pending&limit=3")
  ).json();
  const batchId = randomUUID();
  for (const { id } of feedback) {
    const job = { intentKey: randomUUID(), prompt: `Fix ${id}.`, feedbackIds: [id], batchId };
    const created = await page.request.post("/api/projects/docs/jobs", {
      data: job,
      headers: { origin: errata.url },
    });
    expect(created.status()).toBe(201);
  }
  await visit(page, `/docs/jobs?batch=${batchId}`);
  const progress = page.getByTestId("batch-progress");
  await expect(progress).toHaveText("3 jobs created together · 3 failed", { timeout: 120_000 });
  await page.getByRole("button", { name: "Retry 3 failed jobs" }).dblclick();
  await expect(page.getByText("Retried 3 jobs.")).toBeVisible();
  await expect(progress).toContainText("6 jobs created together");
  await expect(progress).toHaveText("6 jobs created together · 6 failed", { timeout: 120_000 });

  await visit(page, "/docs/jobs?needs=me");
  // Tests before this one may have made other jobs.
  const ofBatch = page.locator(`a[href$="batch=${batchId}"]`);
  const failed = page.getByRole("main").locator("tbody").getByRole("row").filter({ has: ofBatch });
  await expect(failed).toHaveCount(3);
  const tools = page.getByRole("toolbar", { name: "Selected jobs" });
  await failed.first().getByRole("checkbox").check();
  await expect(tools.getByRole("button", { name: "Archive 1" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all jobs shown" }).check();
  await tools.getByRole("button", { name: "Mark as handled 3" }).click();
  await expect(failed).toHaveCount(0);

  await visit(page, "/docs/jobs");
  await expect(failed).toHaveCount(6);
  await page.getByRole("checkbox", { name: "Select all jobs shown" }).check();
  await tools.getByRole("button", { name: /^Archive \d+$/ }).click();
  await expect(failed).toHaveCount(0);
  await visit(page, "/docs/jobs?status=archived");
  await expect(failed).toHaveCount(6);
  await errata.reopen();
});

test.describe("on a platform that misbehaves", () => {
  let platform: Server;
  let errata: Errata;
  let posts: string[];
  let answer: "lose" | "later" | "take" | "forget" | "wait";
  /** Status and link of every job. */
  let word = "completed";
  let link: string | null = null;

  test.beforeAll(async () => {
    posts = [];
    platform = createServer((request, response) => {
      const send = (status: number, body: object, headers: Record<string, string> = {}) => {
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(JSON.stringify(body));
      };
      if (request.method === "GET" && request.url?.includes("/feedback")) {
        return send(200, { feedback: [ENTRY], nextCursor: null, hasMore: false });
      }
      if (request.method === "GET" && answer === "forget") return send(404, { error: "No job." });
      if (request.method === "GET" && answer === "wait") {
        return send(503, {}, { "retry-after": "31536000" });
      }
      const id = request.url?.split("/job/")[1] ?? "there";
      if (request.method === "GET") return send(200, { id, status: word, prLink: link });
      if (request.url?.endsWith("/message")) return send(405, { error: "No messages." });
      posts.push(request.url ?? "");
      if (answer === "lose") return request.socket.destroy();
      if (answer === "later") return send(429, { error: "Slow down." }, { "retry-after": "3600" });
      return send(201, { id: `there-${posts.length}`, status: "active" });
    });
    await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve));
    errata = await startErrata({
      env: {
        PLATFORM_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
        PLATFORM_API_KEY: "any",
        PLATFORM_PROJECTS: "docs=Docs",
      },
    });
  });
  test.afterAll(async () => {
    await errata.close();
    platform.closeAllConnections();
    platform.close();
  });

  async function send(page: Page, how: typeof answer): Promise<void> {
    answer = how;
    await visit(page, `${errata.url}/docs/feedback`);
    await expect(page.getByTestId("feedback-row").first()).toBeVisible();
    await page.getByTestId("row-select").first().click();
    await page.getByTestId("draft-prompt").click();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByTestId("create-job").click();
    await expect(page).toHaveURL(/\/docs\/jobs\//);
  }

  test("a job whose answer was lost is never sent again automatically, and a person links it @thorough", async ({
    page,
  }) => {
    await send(page, "lose");
    await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "unconfirmed");
    expect(posts).toHaveLength(1);
    await page.getByLabel("Platform job ID").fill("there");
    await page.getByRole("button", { name: "Link job" }).click();
    await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed");
    expect(posts).toHaveLength(1);
  });

  test("a retry is another job, and opens @thorough", async ({ page }) => {
    await send(page, "lose");
    await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "unconfirmed");
    const [first, before] = [page.url(), posts.length];
    answer = "take";
    await page.getByRole("button", { name: "Retry as new job" }).click();
    await expect(page).not.toHaveURL(first);
    await expect(page.getByTestId("job-status")).not.toHaveAttribute("data-status", "unconfirmed");
    expect(posts).toHaveLength(before + 1);
    await page.getByRole("link", { name: /^[0-9a-f]{8}$/ }).click();
    await expect(page).toHaveURL(first);
    await expect(page.getByRole("button", { name: "Mark as not created" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry as new job" })).toHaveCount(0);
  });

  test("a job that the platform doesn't know is checked again, and its end still arrives @thorough", async ({
    page,
  }) => {
    await send(page, "forget");
    await expect(
      page.getByText(
        "The platform doesn't recognize this job. Checking again in less than a minute.",
      ),
    ).toBeVisible();
    await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "active");
    answer = "take";
    await expect(async () => {
      await page.getByRole("button", { name: "Check again" }).click();
      await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed");
    }).toPass();
    await expect(page.getByText("doesn't recognize this job")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Check again" })).toBeEnabled();
  });

  test("a job whose platform asks for a wait of a year is checked again in minutes, and says so @thorough", async ({
    page,
  }) => {
    await send(page, "wait");
    await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "active");
    await expect(
      page.getByText(/\(503\)\. Showing the last known status\. Checking again in [45] minutes\.$/),
    ).toBeVisible();
    answer = "take";
    await expect(async () => {
      await page.getByRole("button", { name: "Check again" }).click();
      await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "completed");
    }).toPass();
    await expect(page.getByText("Showing the last known status.")).toHaveCount(0);
  });

  test("a status that isn't documented is quoted as text, and offers nothing to send again @thorough", async ({
    page,
  }) => {
    word = "<b>refused</b>";
    await send(page, "take");
    await expect(page.getByTestId("job-status")).toHaveText("“<b>refused</b>”");
    await expect(
      page.getByText("The platform's documentation doesn't list this status."),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry as new job" })).toHaveCount(0);
    word = "x".repeat(10_000);
    await page.setViewportSize({ width: 380, height: 700 });
    await expect(page.getByTestId("job-status")).toHaveText(/^“x{99}…”$/, { timeout: 120_000 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(380);
    word = "completed";
  });

  test("a follow-up that the platform doesn't support is offered no more @thorough", async ({
    page,
  }) => {
    await send(page, "take");
    await page.getByTestId("follow-up").fill("Also the other page.");
    await page.getByRole("button", { name: "Send follow-up" }).click();
    await expect(
      page.getByText("This platform doesn't accept follow-ups. Create a new job instead."),
    ).toBeVisible();
    await expect(page.getByTestId("follow-up")).toHaveCount(0);
  });

  test("a link that can't be opened is shown as text @thorough", async ({ page }) => {
    link = "/pull/1";
    await send(page, "take");
    await expect(page.getByTestId("job-link-text")).toHaveText("/pull/1");
    await expect(page.getByTestId("job-pr-link")).toHaveCount(0);
    link = "https://github.com/acme/docs/pull/1";
    await send(page, "take");
    await expect(page.getByTestId("job-pr-link")).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText("Set GITHUB_TOKEN and restart Errata")).toBeVisible();
    link = null;
  });

  test("a rate-limited job is scheduled, and can be canceled", async ({ page }) => {
    const before = posts.length;
    await send(page, "later");
    await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "scheduled");
    await expect(page.getByText("Scheduled for")).toBeVisible();
    await page.getByRole("button", { name: "Cancel job" }).click();
    await expect(page.getByTestId("job-status")).toHaveAttribute("data-status", "canceled");
    expect(posts.length - before).toBeLessThanOrEqual(1);
  });
});

const ENTRY = {
  id: "fb_1",
  path: "/quickstart",
  comment: "It does not start.",
  createdAt: "2026-11-01T00:00:00Z",
  source: "contextual",
  status: "pending",
  helpful: false,
  contact: null,
};
