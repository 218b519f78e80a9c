import { expect, test } from "../support/server.ts";

test("a started Errata is healthy and says so without secrets", async ({ request }) => {
  const response = await request.get("/api/health");
  expect(response.status()).toBe(200);
  expect(await response.text()).not.toMatch(/errata_\w/);
});
