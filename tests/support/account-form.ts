import { expect, type Page } from "@playwright/test";
import { rows } from "./inbox.ts";
import { PASSWORD } from "./links.ts";

/** Makes the account that the page of a link is for; ends in the inbox. */
export async function fillIn(page: Page, account: { name: string; email?: string }): Promise<void> {
  if (account.email) await page.getByLabel("E-mail address").fill(account.email);
  await page.getByLabel("Your name").fill(account.name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password and sign in" }).click();
  await expect(rows(page).first()).toBeVisible({ timeout: 30_000 });
}
