import type { Browser, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { createAccount } from "../support/account-form.ts";
import { dialogViolations, violations } from "../support/axe.ts";
import { rows } from "../support/inbox.ts";
import { PASSWORD } from "../support/links.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { type Errata, plainTest, sharedInFile } from "../support/server.ts";
import { AUTH_SECRET, setupLink, startTeamErrata } from "../support/team.ts";
import { hydrated, visit } from "../support/visit.ts";

const CLIENT = { AUTH_OIDC_CLIENT_ID: "errata", AUTH_OIDC_CLIENT_SECRET: "a-client-secret-0123" };

const opened = sharedInFile(async () => {
  const provider = await startProvider();
  const errata = await startTeamErrata({
    AUTH_OIDC_ISSUER: provider.issuer,
    AUTH_ALLOWED_DOMAINS: "example.org",
    ...CLIENT,
    LOG_LEVEL: "trace",
  });
  const close = async () => {
    await errata.close();
    await provider.stop();
  };
  return { provider, errata, close };
});

const test = plainTest.extend<{ provider: Provider; errata: Errata }>({
  // biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed.
  provider: async ({}, use, { file }) => use((await opened(file)).provider),
  errata: [async ({}, use, { file }) => use((await opened(file)).errata), { timeout: 300_000 }],
  // biome-ignore-end lint/correctness/noEmptyPattern: As above.
});

test.describe.configure({ mode: "serial" });

// Pages that stay open would keep sending requests during later tests.
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));

/** Opens a separate browser session and records everything the server sends to it. */
async function openBrowser(
  browser: Browser,
  errata: Errata,
): Promise<{ page: Page; seen: string[] }> {
  const context = await browser.newContext({ baseURL: errata.url });
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("response", async (response) => {
    const body = await response.text().catch(() => "");
    seen.push(`${JSON.stringify(await response.allHeaders().catch(() => ({})))} ${body}`);
  });
  return { page, seen };
}

async function signIn(page: Page, email: string): Promise<void> {
  await hydrated(page);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("three people sign up, with a password and through the provider, and work together", async ({
  browser,
  errata,
  provider,
}) => {
  test.setTimeout(400_000);
  const { page: ada } = await openBrowser(browser, errata);
  await visit(ada, "/docs/feedback?status=pending");
  await expect(ada).toHaveURL("/sign-in?next=%2Fdocs%2Ffeedback%3Fstatus%3Dpending");
  expect(await violations(ada)).toEqual([]);
  await visit(ada, setupLink(errata));
  expect(await violations(ada)).toEqual([]);
  await createAccount(ada, { name: "Ada Admin", email: "ada@example.org" });

  await ada.getByRole("link", { name: "People" }).click();
  await ada.getByLabel("Email address").fill("tri@example.org");
  await ada.getByLabel("Role", { exact: true }).selectOption("triager");
  await ada.getByRole("button", { name: "Create invitation" }).click();
  const link = await ada.getByTestId("fresh-link").innerText();
  expect(await violations(ada)).toEqual([]);

  const { page: tri } = await openBrowser(browser, errata);
  await visit(tri, link);
  await expect(
    tri.getByText("Ada Admin created this link for you. Your role: triager."),
  ).toBeVisible();
  await createAccount(tri, { name: "Tri Ager" });

  provider.as({
    sub: "vi",
    aud: "errata",
    email: "vi@example.org",
    email_verified: true,
    name: "Vi Ewer",
  });
  const { page: vi } = await openBrowser(browser, errata);
  await visit(vi, "/docs/feedback?source=agent");
  await vi.getByRole("button", { name: "Sign in with your organization" }).click();
  await expect(vi).toHaveURL("/docs/feedback?source=agent");
  await expect(rows(vi).first()).toBeVisible();
  await expect(vi.getByRole("link", { name: "Vi Ewer" })).toBeVisible();
  await expect(vi.getByTestId("row-select")).toHaveCount(0);
  await hydrated(vi);
  await rows(vi).first().click();
  await expect(vi.getByTestId("detail-panel").getByText("Details", { exact: true })).toBeVisible();
  for (const key of ["x", "3", "p"]) await vi.keyboard.press(key);
  await expect(vi.getByRole("button", { name: /Draft|Undo|Status/ })).toHaveCount(1);

  // The job page shows who created it.
  await visit(tri, "/docs/feedback?status=pending");
  await rows(tri).first().getByTestId("row-select").click();
  await tri.getByTestId("draft-prompt").click();
  await expect(tri.getByTestId("prompt-editor")).not.toHaveValue("");
  await tri.getByRole("button", { name: "Review" }).click();
  await tri.getByTestId("create-job").click();
  await expect(tri.getByTestId("job-pr-link")).toBeVisible({ timeout: 120_000 });
  await expect(tri.getByText("Created by Tri Ager").first()).toBeVisible();
  const job = tri.url();

  // The viewer can read everything but change nothing.
  await visit(vi, job);
  await expect(vi.getByText("Created by Tri Ager").first()).toBeVisible();
  await expect(vi.getByTestId("follow-up")).toHaveCount(0);
  await expect(vi.getByRole("button", { name: "Archive job" })).toHaveCount(0);
  await vi.getByTestId("job-pr-link").click();
  await expect(vi.getByTestId("merge-pull")).toHaveCount(0);
  await visit(vi, "/settings");
  await expect(vi.getByRole("heading", { name: "Sync", exact: true })).toBeVisible();
  await expect(vi.getByRole("heading", { name: "API keys" })).toHaveCount(0);
  expect((await visit(vi, "/people"))?.status()).toBe(403);
  await expect(vi.getByText("You don't have access to this page")).toBeVisible();
  expect(await violations(vi)).toEqual([]);

  // The API rejects it as well.
  const rejected = await vi.evaluate(async () => {
    const answer = await fetch("/api/projects/docs/sync", { method: "POST" });
    return { status: answer.status, body: await answer.json() };
  });
  expect(rejected).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });

  // Filtering by person changes the URL.
  await visit(ada, "/docs/jobs");
  await ada.getByRole("link", { name: "Tri Ager" }).click();
  await expect(ada).toHaveURL(/person=/);
  await expect(ada.getByRole("row").filter({ hasText: "Tri Ager" })).toHaveCount(1);
});

test("a shared URL opens the same view after signing in @thorough", async ({ browser, errata }) => {
  const { page: one } = await openBrowser(browser, errata);
  await visit(one, "/sign-in");
  await signIn(one, "ada@example.org");
  await expect(rows(one).first()).toBeVisible();
  await visit(one, "/docs/feedback?status=pending&source=code_snippet&q=curl");
  await expect(rows(one).first()).toBeVisible();
  const shown = await rows(one).allInnerTexts();
  const { page: other } = await openBrowser(browser, errata);
  await visit(other, one.url());
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signIn(other, "tri@example.org");
  await expect(other).toHaveURL(one.url());
  await expect.poll(() => rows(other).allInnerTexts()).toEqual(shown);
});

test("a reader's email is only sent to people with permission @thorough", async ({
  browser,
  errata,
}) => {
  const { page: tri, seen: seenByTri } = await openBrowser(browser, errata);
  await visit(tri, "/sign-in?next=%2Fdocs%2Ffeedback");
  await signIn(tri, "tri@example.org");
  await expect(rows(tri).first()).toBeVisible();
  const contact = await tri.evaluate(async () => {
    const file = await fetch("/api/projects/docs/feedback/export?format=ndjson&contacts=true");
    const lines = (await file.text()).trim().split("\n");
    const entry = lines.map((line) => JSON.parse(line)).find((each) => each.contact);
    return { id: entry.id, address: entry.contact };
  });
  expect(contact.address).toContain("@");

  const { page: vi, seen } = await openBrowser(browser, errata);
  await visit(vi, `/docs/feedback?open=${contact.id}`);
  await vi.getByRole("button", { name: "Sign in with your organization" }).click();
  await expect(vi.getByTestId("detail-panel").getByText("Details", { exact: true })).toBeVisible();
  await expect(vi.getByRole("button", { name: "Reveal" })).toHaveCount(0);
  const statuses = await vi.evaluate(async (id) => {
    const paths = [`feedback/${id}/contact`, "feedback/export?contacts=true", "quarantine"];
    const answers = paths.map((path) => fetch(`/api/projects/docs/${path}`));
    return (await Promise.all(answers)).map(({ status }) => status);
  }, contact.id);
  expect(statuses).toEqual([403, 403, 403]);
  for (const page of ["/docs/jobs", "/settings", "/account", "/docs/feedback?q=example"]) {
    await visit(vi, page, { waitUntil: "networkidle" });
  }
  expect(seen.length).toBeGreaterThan(40);
  expect(seen.filter((text) => text.includes(contact.address))).toEqual([]);
  expect(seenByTri.some((text) => text.includes("feedback-table"))).toBe(true);
  expect(errata.output()).not.toContain(contact.address);
});

test("an ended session is explained, and signing in returns to the page @thorough", async ({
  browser,
  errata,
}) => {
  const { page } = await openBrowser(browser, errata);
  await visit(page, "/sign-in?next=%2Fdocs%2Fjobs%3Fstatus%3Dcompleted");
  await signIn(page, "tri@example.org");
  await expect(page).toHaveURL("/docs/jobs?status=completed");
  const elsewhere = await openBrowser(browser, errata);
  await visit(elsewhere.page, "/sign-in?next=%2Faccount");
  await signIn(elsewhere.page, "tri@example.org");
  await elsewhere.page.getByRole("heading", { name: "Active sessions" }).waitFor();
  expect(await violations(elsewhere.page)).toEqual([]);
  for (;;) {
    const buttons = elsewhere.page.getByRole("button", { name: /^End session/ });
    const count = await buttons.count();
    if (count === 0) break;
    await buttons.first().click();
    await expect(buttons).toHaveCount(count - 1);
  }
  // The list may refresh and redirect before the click.
  await page
    .getByRole("link", { name: "Failed" })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(page).toHaveURL(/\/session-ended\?next=%2Fdocs%2Fjobs/);
  await expect(page).toHaveTitle(/^Session ended/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Sign in again" }).click();
  await signIn(page, "tri@example.org");
  await expect(page).toHaveURL(/\/docs\/jobs\?status=/);
  await visit(page, "/account");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("signing in never redirects to another site", async ({ browser, errata }) => {
  const next = "//evil.invalid/x";
  const { page } = await openBrowser(browser, errata);
  await visit(page, `/sign-in?next=${encodeURIComponent(next)}`);
  await signIn(page, "tri@example.org");
  await expect(rows(page).first()).toBeVisible();
  expect(new URL(page.url()).origin).toBe(errata.url);
  await visit(page, `/sign-in?next=${encodeURIComponent(next)}`);
  expect(new URL(page.url()).origin).toBe(errata.url);
  await page.evaluate(() => localStorage.setItem("errata-decision:tri:docs:1", "{}"));
  await visit(page, `/session-ended?next=${encodeURIComponent(next)}`);
  await expect(page.getByText("1 unsaved change is kept in this browser.")).toBeVisible();
  const again = page.getByRole("link", { name: "Sign in again" });
  expect(await again.getAttribute("href")).toBe("/sign-in?next=%2F");
});

test("an admin deletes an account, which ends its sessions @thorough", async ({
  browser,
  errata,
}) => {
  const { page: tri } = await openBrowser(browser, errata);
  await visit(tri, "/sign-in?next=%2Faccount");
  await signIn(tri, "tri@example.org");
  await tri.getByRole("heading", { name: "Active sessions" }).waitFor();
  const { page: ada } = await openBrowser(browser, errata);
  await visit(ada, "/sign-in?next=%2Fpeople");
  await signIn(ada, "ada@example.org");
  await ada.getByRole("button", { name: "Delete Tri" }).click();
  const dialog = ada.getByRole("dialog", { name: "Delete this account?" });
  await expect(dialog).toContainText("tri@example.org");
  expect(await dialogViolations(ada)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog).toContainText("Account deleted.");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(ada.getByRole("button", { name: "Delete Tri" })).toBeHidden();
  await expect(ada.getByText("a person with the role")).toBeVisible();
  await tri.goto("/account").catch(() => undefined);
  await expect(
    tri.getByRole("heading", { name: /^(?:Your session ended|Sign in)$/ }),
  ).toBeVisible();
});

test("the server log contains no password, cookie, or secret", async ({ errata }) => {
  const output = errata.output();
  expect(output.length).toBeGreaterThan(0);
  for (const secret of [PASSWORD, AUTH_SECRET, CLIENT.AUTH_OIDC_CLIENT_SECRET]) {
    expect(output).not.toContain(secret);
  }
  expect(output).not.toContain("errata.session_token");
});
