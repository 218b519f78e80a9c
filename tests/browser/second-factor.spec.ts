import { expect, type Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { rows } from "../support/inbox.ts";
import { PASSWORD } from "../support/links.ts";
import { plainTest as test } from "../support/server.ts";
import { Member, setupLink, startTeamErrata } from "../support/team.ts";
import { totp } from "../support/totp.ts";
import { hydrated, visit } from "../support/visit.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name });

test("a required second factor comes before everything else, and signs in @thorough", async ({
  page,
}) => {
  const errata = await startTeamErrata({ REQUIRE_SECOND_FACTOR: "admin,triager" });
  try {
    const admin = new Member(errata);
    await admin.accept(setupLink(errata), "Ada Admin", "admin@example.org");
    const answer = await admin.send("/api/projects/docs/feedback");
    expect(answer.status).toBe(403);
    expect((await answer.json()).error.message).toContain("requires two-factor authentication");
    expect((await admin.send("/api/me/sessions")).status).toBe(403);

    await visit(page, `${errata.url}/docs/feedback`);
    await page.getByLabel("Email address").fill("admin@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await button(page, "Sign in").click();
    await page.waitForURL(/second-factor\?next=%2Fdocs%2Ffeedback/);
    await hydrated(page);
    await page.getByLabel("Confirm your password").fill(PASSWORD);
    await button(page, "Continue").click();
    const secret = await page.getByTestId("second-factor-secret").innerText();
    expect(await violations(page)).toEqual([]);
    await page
      .getByLabel("Code", { exact: false })
      .and(page.getByRole("textbox"))
      .fill(totp(secret));
    await button(page, "Turn on").click();
    const [recovery = ""] = (await page.getByTestId("recovery-codes").innerText()).split("\n");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "I've saved my recovery codes" }).click();
    await expect(rows(page).first()).toBeVisible({ timeout: 120_000 });

    await visit(page, `${errata.url}/account`);
    expect(await violations(page)).toEqual([]);
    await button(page, "Sign out").click();
    await page.waitForURL(/sign-in/);
    await hydrated(page);
    await page.getByLabel("Email address").fill("admin@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await button(page, "Sign in").click();
    await page.getByLabel(/^Code/).fill("000000");
    await button(page, "Sign in").click();
    await expect(page.getByText("This code is incorrect or was already used")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await button(page, "Use a recovery code").click();
    await page.getByLabel("Recovery code").fill(recovery);
    await button(page, "Sign in").click();
    await expect(rows(page).first()).toBeVisible({ timeout: 120_000 });
  } finally {
    await errata.close();
  }
});
