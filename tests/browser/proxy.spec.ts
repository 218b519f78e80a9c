import { expect } from "@playwright/test";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { createAccount } from "../support/account-form.ts";
import { startHttpsProxy } from "../support/https-proxy.ts";
import { startErrata, plainTest as test } from "../support/server.ts";
import { AUTH_SECRET, setupLink } from "../support/team.ts";
import { hydrated, visit } from "../support/visit.ts";

// The server listens on loopback with plain http, behind a proxy that accepts https.

for (const host of ["forwarded", "rewritten"] as const) {
  test(`Errata works behind an https proxy with a ${host} Host header @thorough`, async ({
    browser,
  }) => {
    const [port, publicPort] = [await freePort(), await freePort()];
    const publicUrl = `https://127.0.0.2:${publicPort}`;
    const errata = await startErrata({ port, env: { PUBLIC_URL: publicUrl, AUTH_SECRET } });
    const upstream = { hostname: "127.0.0.1", port };
    const proxy = await startHttpsProxy({ port: publicPort, upstream, host });
    const context = await browser.newContext({ baseURL: publicUrl, ignoreHTTPSErrors: true });
    try {
      const page = await context.newPage();
      await visit(page, setupLink(errata));
      await createAccount(page, { name: "Ada Admin", email: "ada@example.org" });
      await hydrated(page);
      expect(new URL(page.url()).origin).toBe(publicUrl);
      const session = (await context.cookies()).find(({ name }) => name.includes("session"));
      expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: "Lax" });

      await page.keyboard.press("j");
      await page.keyboard.press("3");
      await expect(page.getByTestId("toast")).toContainText("1 item resolved");

      const health = await page.request.get(`${publicUrl}/api/health`);
      expect(health.headers()["strict-transport-security"]).toBe("max-age=31536000");

      // The same origin without https is a different origin.
      const plain = await context.request.patch(`${publicUrl}/api/projects/docs/feedback`, {
        headers: { origin: publicUrl.replace("https:", "http:") },
        data: {},
      });
      expect(plain.status()).toBe(403);
    } finally {
      await context.close();
      proxy.close();
      await errata.close();
    }
  });
}
