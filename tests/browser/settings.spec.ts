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
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await exportStatus()).toBe(200);
  await page.getByRole("button", { name: "Revoke Weekly" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText(/^Revoked/)).toBeVisible();
  expect(await exportStatus()).toBe(401);
});

test("two admins change a list at the same time, and neither loses anything", async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  for (const one of [page, other]) await visit(one, "/settings");
  const labels = (one: typeof page) => one.locator("section[aria-labelledby=labels-docs]");
  const name = (one: typeof page) => labels(one).getByLabel("Name", { exact: true });
  const save = (one: typeof page) => labels(one).getByRole("button", { name: "Save label" });
  const add = async (one: typeof page, text: string) => {
    await labels(one).getByRole("button", { name: "Add label" }).click();
    await name(one).fill(text);
    await save(one).click();
    await expect(labels(one)).toContainText(`Saved “${text}”`);
  };
  await add(page, "Urgent");
  await add(other, "Legal");
  await expect(labels(other).getByRole("listitem")).toContainText(["Urgent", "Legal"]);

  // The second one has no answer to the first request yet: it is made to a list that is about to change.
  await labels(page).getByRole("button", { name: "Edit Urgent" }).click();
  await labels(other).getByRole("button", { name: "Edit Urgent" }).click();
  await name(page).fill("Now");
  await name(other).fill("Today");
  const between = Promise.withResolvers<void>();
  let requests = 0;
  await page.route("**/settings", async (route) => {
    if (route.request().method() === "PATCH" && requests++ === 0) await between.promise;
    await route.continue();
  });
  const isSent = page.waitForRequest((request) => request.method() === "PATCH");
  await save(page).click();
  await isSent;
  await save(other).click();
  await expect(labels(other)).toContainText("Saved “Today”");
  between.resolve();
  await expect(labels(page).getByRole("alert")).toHaveText(
    "Your change wasn't saved. Someone else changed this label: it's now “Today”. Save again to replace it.",
  );
  await expect(name(page)).toHaveValue("Now");
  await save(page).click();
  await expect(labels(page).getByRole("listitem")).toContainText(["Now", "Legal"]);
  await expect(labels(page).getByRole("alert")).toHaveCount(0);
});

test("edited settings are kept across a reload, and replace what someone else saved only knowingly @thorough", async ({
  page,
  context,
}) => {
  await visit(page, "/settings");
  const fields = (one: typeof page) => one.getByRole("group", { name: "Agent changes" });
  const paths = (one: typeof page) => fields(one).getByLabel(/^Paths the agent may change/);
  const save = (one: typeof page) =>
    fields(one).getByRole("button", { name: "Save agent changes" });
  await paths(page).fill("guides/**");
  const other = await context.newPage();
  await visit(other, "/settings");
  await fields(other).getByLabel("Maximum files").fill("1");
  await save(other).click();
  await expect(fields(other).getByRole("status").last()).toHaveText("Saved");
  await expect(fields(other).getByTestId("leash")).toContainText("up to 1 file,");

  await reload(page);
  await expect(paths(page)).toHaveValue("guides/**");
  await save(page).click();
  const alert = fields(page).getByRole("alert");
  await expect(alert).toContainText("Someone else changed these settings.");
  await expect(paths(page)).toHaveValue("guides/**");
  await fields(page).getByLabel("Protected paths").fill("../secrets");
  await expect(alert.last()).toContainText("“../secrets” isn't inside the repository");
  await fields(page).getByLabel("Protected paths").fill("");

  // What is typed while it is saved isn't lost, and isn't said to be saved.
  const typed = Promise.withResolvers<void>();
  await page.route("**/settings", async (route) => {
    if (route.request().method() === "PATCH") await typed.promise;
    await route.continue();
  });
  const isSent = page.waitForRequest((request) => request.method() === "PATCH");
  await save(page).click();
  await isSent;
  await fields(page).getByLabel("Protected paths").fill("guides/legal/**");
  typed.resolve();
  await expect(fields(page).getByTestId("leash")).toContainText("guides/**, up to 100 files");
  await expect(fields(page).getByLabel("Protected paths")).toHaveValue("guides/legal/**");
  await expect(fields(page).getByRole("status").last()).toBeEmpty();
  await save(page).click();
  await expect(fields(page).getByTestId("leash")).toContainText("except guides/legal/**");
  await expect(fields(page).getByRole("status").last()).toHaveText("Saved");
});

test("a removed label comes back with Undo @thorough", async ({ page }) => {
  await visit(page, "/settings");
  const labels = page.locator("section[aria-labelledby=labels-docs]");
  await labels.getByRole("button", { name: "Add label" }).click();
  await labels.getByLabel("Name", { exact: true }).fill("Soon");
  await labels.getByRole("button", { name: "Save label" }).click();
  await labels.getByRole("button", { name: "Remove Soon" }).click();
  await expect(labels).toContainText("Removed “Soon”");
  await expect(labels.getByRole("listitem").filter({ hasText: "Soon" })).toHaveCount(0);
  await labels.getByRole("button", { name: "Undo" }).click();
  await expect(labels).toContainText("Restored “Soon”");
  await expect(labels.getByRole("listitem").filter({ hasText: "Soon" })).toHaveCount(1);
});
