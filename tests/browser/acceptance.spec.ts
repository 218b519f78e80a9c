import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, type Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { trustedAgent } from "../support/environment.ts";
import { openGitHub } from "../support/github.ts";
import { GITLAB_PROJECT, openGitLab } from "../support/gitlab.ts";
import { spellingCheck } from "../support/gives-back.ts";
import { importFile } from "../support/import-file.ts";
import { rows, waitForFirstSync } from "../support/inbox.ts";
import { expectFocus, press, tabTo, use } from "../support/keyboard.ts";
import { commitOn, fillRepository } from "../support/repository.ts";
import { type Errata, startErrata, plainTest as test } from "../support/server.ts";
import { hydrated, visit } from "../support/visit.ts";

const TOKEN = "canary0123456789";
const WEBHOOK_SECRET = "0123456789abcdef".repeat(2);
const AGENT = resolve(import.meta.dirname, "../support/reviewed-agent-process.ts");

const LINES = Array.from({ length: 12 }, (_, index) => `Step ${index + 1}.\n`).join("\n");
/** The documentation, by page. */
const PAGES: Record<string, string> = {
  install: `# Install\n\n${LINES}`,
  deploy: `# Deploy\n\n${LINES}`,
  tokens: `# Tokens\n\nA token ends after 30 days.\n\n${LINES}\nRun \`relay token create\`.\n\n${LINES}`,
};
const DAYS = '"ends after 30 days" should be "ends after 90 days"';
/** What nine readers say, by page. */
const COMMENTS: Record<string, string[]> = {
  install: ["The download needs a login", "Which version is required?", "Step 4 fails on Windows"],
  deploy: ["How do I roll back?", "The region isn't explained", "Say who may deploy"],
  tokens: [
    DAYS,
    '"relay token create" should be "relay tokens create"',
    "An example with a header would help",
  ],
};
/** A word that finds the nine, and nothing of the sample. */
const WORD = "relaycase";

/** Where the hosts say that the change is deployed. */
const PREVIEW = { environment: "docs", status: "success", url: "https://docs-2.example.app" };

/** Where pull requests are, and what someone does there. */
interface Host {
  environment: Record<string, string>;
  /** Has its own checks report, where it has any. */
  check?: () => void;
  /** Merges the pull request with a number on the host's own pages; left out where that is done in Errata. */
  merge?: (number: number) => void;
  /** Sends what the host's webhook says about a merge; left out where Errata isn't told. */
  announceMerge?: (number: number) => Promise<void>;
  close: () => Promise<void>;
}

const BUILT_IN = "the built-in code host";

/** The built-in code host, and stand-ins for the others, each with the same repository. */
const HOSTS: Record<string, (origin: string) => Promise<Host>> = {
  [BUILT_IN]: async (origin) => ({
    environment: { DOCS_REPOSITORY: origin },
    close: async () => {},
  }),
  GitHub: async (origin) => {
    const hub = await openGitHub(origin, TOKEN);
    return {
      environment: {
        DOCS_REPOSITORY: "acme/docs",
        GITHUB_TOKEN: TOKEN,
        GITHUB_API_URL: hub.url,
      },
      check: () => {
        hub.checks = { runs: { build: "success" }, statuses: { links: "failure" } };
        hub.deployments = [{ ...PREVIEW, state: PREVIEW.status }];
      },
      merge: (number) => hub.settle(number, "merged"),
      close: async () => {
        await hub.close();
        expect(hub.problems).toEqual([]);
      },
    };
  },
  GitLab: async (origin) => {
    const lab = await openGitLab(origin, TOKEN);
    return {
      environment: {
        DOCS_REPOSITORY: `${lab.url}/${GITLAB_PROJECT}`,
        GITLAB_TOKEN: TOKEN,
        GITLAB_URL: lab.url,
        GITLAB_WEBHOOK_SECRET: WEBHOOK_SECRET,
      },
      check: () => {
        const jobs = [
          { name: "build", status: "success" },
          { name: "links", status: "failed" },
        ];
        for (const request of lab.requests)
          request.pipeline = { status: "failed", jobs, deployments: [PREVIEW] };
      },
      merge: (number) => {
        const request = lab.requests.find(({ iid }) => iid === number);
        if (request) request.state = "merged";
      },
      announceMerge: async (number) => {
        const answer = await fetch(`${errata.url}/api/webhooks/gitlab`, {
          method: "POST",
          headers: { "x-gitlab-event": "Merge Request Hook", "x-gitlab-token": WEBHOOK_SECRET },
          body: JSON.stringify({
            project: { web_url: `${lab.url}/${GITLAB_PROJECT}` },
            object_attributes: { iid: number, action: "merge" },
          }),
        });
        expect(answer.status).toBe(202);
      },
      close: async () => {
        await lab.close();
        expect(lab.problems).toEqual([]);
      },
    };
  },
};

let folder: string;
let host: Host;
let errata: Errata;

/** Starts Errata with the documentation on a host, and with what nine readers say about it. */
async function begin(open: (origin: string) => Promise<Host>): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), "errata-acceptance-"));
  const origin = join(folder, "docs.git");
  mkdirSync(origin);
  fillRepository(origin, "trunk");
  commitOn(origin, "trunk", (clone) => {
    mkdirSync(join(clone, "guides"));
    for (const [page, text] of Object.entries(PAGES))
      writeFileSync(join(clone, "guides", `${page}.md`), text);
  });
  host = await open(origin);
  errata = await startErrata({
    env: {
      ...host.environment,
      ...trustedAgent,
      AGENT_COMMAND: `${process.execPath} ${AGENT} ${join(folder, "go-on")}`,
      DOCS_CHECK_COMMAND: spellingCheck,
    },
  });
  await waitForFirstSync(errata);
  const items = Object.entries(COMMENTS).flatMap(([page, comments]) =>
    comments.map((comment, index) => ({ id: `${page}_${index}`, page, comment })),
  );
  await receive(items);
}

/** Imports what readers say. */
async function receive(items: { id: string; page: string; comment: string }[]): Promise<void> {
  const file = join(folder, "feedback.ndjson");
  const lines = items.map(({ id, page, comment }) =>
    JSON.stringify({
      id,
      path: `/guides/${page}`,
      comment: `${comment} (${WORD})`,
      helpful: false,
      source: "contextual",
      status: "pending",
      createdAt: new Date().toISOString(),
    }),
  );
  writeFileSync(file, lines.join("\n"));
  await importFile(errata, file);
}

test.afterEach(async () => {
  await errata.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const status = (page: Page) => page.getByTestId("job-status");
const lineWith = (page: Page, text: string) =>
  page.locator("[data-line][tabindex]", { hasText: text });

/** Opens the job of a page from the list of jobs. */
async function openJob(page: Page, name: string): Promise<void> {
  await press(page, "g", "j");
  await page.waitForURL(/\/jobs$/);
  const link = page.getByRole("main").getByRole("link", { name: new RegExp(`^/guides/${name}`) });
  await use(link);
  await page.waitForURL(/\/jobs\/[\w-]+$/);
  await hydrated(page);
}

async function completed(page: Page): Promise<void> {
  await expect(status(page)).toHaveAttribute("data-status", "completed");
}

/** New problems are given back to agents, which Settings and each draft say. */
async function giveBack(page: Page): Promise<void> {
  const fields = page.getByRole("group", { name: "Agent changes" });
  await use(fields.getByLabel("Send new problems back to the agent once"), "Space");
  await use(fields.getByRole("button", { name: "Save agent changes" }));
  await expect(page.getByTestId("leash")).toContainText("It gets one try to fix new problems");
  await expectFocus(page);
}

/** Nine items on three pages become a batch of three jobs. */
async function createBatch(page: Page): Promise<void> {
  await press(page, "g", "f");
  await expect(rows(page).first()).toBeVisible();
  await press(page, "/");
  await page.keyboard.type(WORD);
  await expect(page.getByTestId("result-count")).toContainText("9 of");
  await use(page.getByRole("checkbox", { name: "Select all matching feedback" }), "Space");
  await expect(page.getByText("9 selected")).toBeVisible();
  await press(page, "p");
  await use(page.getByRole("radio", { name: "One job", exact: true }), "ArrowRight");
  await expect(page.getByTestId("batch-job")).toHaveCount(3);
  await expect(page.getByTestId("create-jobs")).toHaveText("Create 3 jobs");
  await press(page, "Control+Enter");
  await use(page.getByTestId("toast").getByRole("link", { name: "Show jobs" }));
  await expect(page.getByTestId("batch-progress")).toContainText("3 jobs created together");
}

/** What the agent does is seen while it works. It is stopped, and its work is kept. */
async function stopOne(page: Page): Promise<void> {
  await openJob(page, "install");
  await expect(page.getByTestId("agent-activity")).toContainText("Reading guides/install.md");
  await expect(page.getByText(/^Running for .* · last output .* ago$/)).toBeVisible();
  await use(page.getByRole("button", { name: "Stop job" }));
  await use(page.getByRole("dialog").getByRole("button", { name: "Stop and keep what was done" }));
  await completed(page);
  await expectFocus(page);
  await expect(page.getByText("The job was stopped. The pull request has what")).toBeVisible();
  await expect(lineWith(page, "Half of the steps.")).toBeVisible();
  await expect(page.locator("pre").filter({ hasText: "Wrote some steps." }).first()).toBeVisible();
  await expect(page.getByText("$0.25, 1.2K tokens")).toBeVisible();
}

/** A change that goes beyond what the agent may change waits, and is allowed once. */
async function allowOne(page: Page): Promise<void> {
  await openJob(page, "deploy");
  const held = page.getByTestId("held-change");
  await expect(held).toContainText(".github/workflows/check.yml");
  await expect(held).toContainText("Protected");
  await expect(page.getByRole("link", { name: /^Agent jobs/ }).first()).toContainText("attention");
  expect(await violations(page)).toEqual([]);
  await use(held.getByRole("button", { name: "Allow once" }));
  await completed(page);
  await expect(held).toHaveCount(0);
  await expectFocus(page);
  await expect(lineWith(page, "Check the site before.")).toBeVisible();
  await expect(page.getByText(/limits allowed once \(1 file\)/)).toHaveCount(1);
}

/** A check fails, its problem goes back to the agent once, and then the check passes. */
async function passChecks(page: Page): Promise<void> {
  await openJob(page, "tokens");
  const checks = page.getByTestId("checks");
  await expect(checks).toContainText("Sent back to the agent");
  await expect(checks).toContainText("1 new problem");
  await expect(checks).toContainText("Did you really mean teh?");
  writeFileSync(join(folder, "go-on"), "");
  await completed(page);
  await expect(checks).toContainText("No new problems");
  await expect(page.getByRole("list", { name: "Steps" })).toContainText("Checks passed");
  if (!host.check) return;
  host.check();
  const named = page.getByRole("list", { name: "Checks of the code host" });
  await expect(async () => {
    await use(page.getByRole("button", { name: "Check again" }));
    await expect(named).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(named.getByRole("listitem")).toHaveText([
    /^Preview\s*docs/,
    /^Failed\s*links/,
    /^Passed\s*build/,
  ]);
  await expect(named.getByRole("link", { name: "docs" })).toHaveAttribute(
    "href",
    `${PREVIEW.url}/`,
  );
  expect(await violations(page)).toEqual([]);
}

/** Two comments and a discarded hunk are sent to the agent as one review. */
async function sendReview(page: Page): Promise<void> {
  const hunks = page.locator("[data-hunk]");
  await expect(hunks).toHaveCount(2);
  await tabTo(hunks.first());
  await comment(page, "ends after 90 days.", "Say that it is without use.");
  await comment(page, "Rotate the token", "Leave this out.");
  await expect(page.getByText("2 pending comments")).toBeVisible();

  await press(page, "]");
  await expect(hunks.nth(1)).toBeFocused();
  await use(hunks.nth(1).getByRole("button", { name: "Discard change" }));
  await use(page.getByRole("dialog").getByRole("button", { name: "Discard change" }));
  await expect(hunks).toHaveCount(1);
  await expect(page.getByText("3 pending comments")).toBeVisible();
  await expectFocus(page);

  await use(page.getByRole("button", { name: "Draft follow-up" }));
  await expect(page.getByTestId("follow-up")).toBeFocused();
  await expect(page.getByText("Sends 3 review comments.")).toBeVisible();
  await use(page.getByRole("button", { name: "Send follow-up" }));
  await expect(page.getByText("Sent (3)")).toBeVisible();
  await expectFocus(page);
}

/** Writes a comment on a line below the one in focus. */
async function comment(page: Page, line: string, text: string): Promise<void> {
  await expect(async () => {
    await press(page, "ArrowDown");
    await expect(lineWith(page, line)).toBeFocused({ timeout: 200 });
  }).toPass();
  await press(page, "c");
  await expect(page.getByTestId("review-comment")).toBeFocused();
  await page.keyboard.type(text);
  await press(page, "Control+Enter");
  await expect(page.getByTestId("review-comment")).toHaveCount(0);
  await expect(lineWith(page, line)).toBeFocused();
}

/** The change of the second round is judged: one item isn't addressed. */
async function judge(page: Page): Promise<void> {
  await expect(lineWith(page, "ends after 90 days without use.")).toBeVisible();
  await completed(page);
  await expect(lineWith(page, "Rotate the token")).toHaveCount(0);
  await expect(lineWith(page, "Ask support")).toHaveCount(0);
  const item = (id: string) => page.locator(`[data-item="tokens_${id}"]`);
  const verdict = (id: string) => item(id).locator("[data-verdict]");
  for (const id of ["0", "1"])
    await expect(verdict(id)).toHaveAttribute("data-verdict", "addressed");
  // Up from "Can't tell".
  await use(item("2").getByRole("radio", { checked: true }), "ArrowUp");
  await expect(verdict("2")).toHaveAttribute("data-verdict", "not_addressed");
  await expect(item("2")).toContainText("Set by");
  await expectFocus(page);
  await use(page.getByRole("checkbox", { name: "Reviewed" }), "Space");
  await expect(page.getByText("1 of 1 reviewed")).toBeVisible();
}

/** The pull request is merged. What it addresses is resolved, and the rest is back in the queue. */
async function merge(page: Page): Promise<void> {
  if (host.merge) {
    const link = await page.getByTestId("job-pr-link").getAttribute("href");
    const number = Number(/\d+$/.exec(link ?? "")?.[0]);
    host.merge(number);
    const accept = page.getByRole("button", { name: "Resolve 2 items, mark 1 as pending" });
    if (host.announceMerge) {
      await host.announceMerge(number);
      await expect(accept).toBeVisible({ timeout: 5_000 });
    }
    await expect(async () => {
      if (await accept.isVisible()) return;
      await use(page.getByRole("button", { name: "Check again" }));
      await expect(accept).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await use(accept);
  } else {
    await use(page.getByTestId("merge-pull"));
    await expect(page.getByRole("dialog")).toContainText("1 item becomes pending again.");
    await use(page.getByTestId("confirm-merge"));
  }
  await expect(page.getByText("Resolved 2 items. Marked 1 item as pending.")).toBeVisible();
  await expect(page.getByTestId("pull-state")).toHaveAttribute("data-state", "merged");
  await expectFocus(page);
}

/** A tenth reader says what was resolved: a recurrence. */
async function recur(page: Page): Promise<void> {
  await receive([{ id: "tenth", page: "tokens", comment: `Still: ${DAYS}` }]);
  await press(page, "g", "f");
  await expect(rows(page).first()).toBeVisible();
  await press(page, "/");
  await page.keyboard.type(WORD);
  await expect(page.locator('[data-feedback-id="tokens_2"]')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  const tenth = page.locator('[data-feedback-id="tenth"]');
  await use(tenth);
  const panel = page.getByTestId("detail-panel");
  await expect(panel.getByText("Recurrence: the others were resolved")).toBeVisible();
  await expectFocus(page);
}

const STEPS: [string, (page: Page) => Promise<void>][] = [
  ["new problems are to be given back", giveBack],
  ["nine items on three pages become three jobs at once", createBatch],
  ["one is seen at work, and stopped with its work kept", stopOne],
  ["one goes beyond what it may change, and is allowed once", allowOne],
  ["one fails a check, gets it back once, and passes", passChecks],
  ["two comments and a discarded hunk are sent as one review", sendReview],
  ["the change of the second round is judged", judge],
  ["it is merged; two items are resolved, and one is back in the queue", merge],
  ["a tenth reader says the same, which is a recurrence", recur],
];

for (const [name, open] of Object.entries(HOSTS)) {
  const tag = name === BUILT_IN ? "" : " @thorough";
  test(`readers' reports become a merged change by keyboard alone, on ${name}${tag}`, async ({
    page,
  }) => {
    await begin(open);
    await visit(page, `${errata.url}/settings`);
    for (const [step, go] of STEPS) await test.step(step, () => go(page));
  });
}
