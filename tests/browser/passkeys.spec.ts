import { expect, type Page } from "@playwright/test";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { violations } from "../support/axe.ts";
import { rows } from "../support/inbox.ts";
import { PASSWORD } from "../support/links.ts";
import { startErrata, plainTest as test } from "../support/server.ts";
import { AUTH_SECRET, Member, setupLink } from "../support/team.ts";
import { hydrated, visit } from "../support/visit.ts";

/** Adds a device to the browser that verifies who uses it, such as by a fingerprint. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added on the account page, signs in, and is removed @thorough", async ({
  page,
}) => {
  const port = await freePort();
  // Browsers accept passkeys only with https, or on localhost.
  const env = { AUTH_SECRET, PUBLIC_URL: `http://localhost:${port}` };
  const errata = await startErrata({ env, port });
  const button = (name: string) => page.getByRole("button", { name });
  try {
    await new Member(errata).accept(setupLink(errata), "Ada Admin", "admin@example.org");
    await addDevice(page);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    await visit(page, `${errata.url}/sign-in?next=/account`);
    expect(await violations(page)).toEqual([]);
    const before = scripts.length;
    await button("Sign in with a passkey").click();
    await expect(page.getByText("The passkey request was canceled or timed out")).toBeVisible();
    expect(scripts.length).toBeGreaterThan(before);

    await page.getByLabel("Email address").fill("admin@example.org");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${errata.url}/account`);
    await hydrated(page);
    await button("Add passkey").click();
    await page.getByLabel("Name").fill("Work laptop");
    await page.getByLabel("Confirm your password").last().fill(PASSWORD);
    expect(await violations(page)).toEqual([]);
    await button("Add passkey").click();
    const own = page.getByRole("listitem").filter({ hasText: "Work laptop" });
    await expect(own).toBeVisible();
    await button("Sign out").click();
    await page.waitForURL(/sign-in/);

    await visit(page, `${errata.url}/sign-in?next=/docs/feedback`);
    await button("Sign in with a passkey").click();
    await expect(rows(page).first()).toBeVisible({ timeout: 120_000 });

    await visit(page, `${errata.url}/account`);
    await own.getByRole("button", { name: "Remove" }).click();
    await expect(own).toHaveCount(0);
  } finally {
    await errata.close();
  }
});
