import { expect, type Page } from "@playwright/test";
import { rows } from "./inbox.ts";
import { PASSWORD } from "./links.ts";

/** Fills in the account form of an invitation or setup page, and waits for the inbox. */
export async function createAccount(
  page: Page,
  account: { name: string; email?: string },
): Promise<void> {
  if (account.email) await page.getByLabel("Email address").fill(account.email);
  await page.getByLabel("Your name").fill(account.name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(rows(page).first()).toBeVisible({ timeout: 120_000 });
}
