import { expect, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

test("a key is shown once, works for the export, and stops working when it's revoked", async ({
  page,
  request,
}) => {
  await visit(page, "/settings");
  await page.getByLabel("Key name").fill("Weekly <b>report</b>");
  await page.getByLabel("Expires after").fill("2099-01-31");
  await page.getByLabel("Create and read agent jobs").uncheck();
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByTestId("fresh-key").innerText();
  expect(key).toMatch(/^errata_[\w-]{32}$/);
  const exportStatus = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await request.get("/v1/analytics/docs/feedback?limit=1", { headers })).status();
  };
  expect(await exportStatus()).toBe(200);

  await reload(page);
  await expect(page.getByText("Weekly <b>report</b>", { exact: true }).first()).toBeVisible();
  expect(await page.content()).not.toContain(key);
  await expect(page.getByText("Read feedback only")).toBeVisible();
  await expect(page.getByText(/^Expires 31 Jan 2099/)).toBeVisible();
  await page.getByRole("button", { name: "Revoke Weekly" }).click();
  await expect(page.getByText(/^Revoked/)).toBeVisible();
  expect(await exportStatus()).toBe(401);
});
