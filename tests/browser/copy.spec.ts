import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import SQLite from "better-sqlite3";
import { node } from "../../scripts/setup/project.mjs";
import { violations } from "../support/axe.ts";
import { rows, waitForFirstSync } from "../support/inbox.ts";
import {
  type MisbehavingPlatform,
  type ServedEntry,
  startMisbehavingPlatform,
} from "../support/misbehaving-platform.ts";
import { type Errata, expect, startErrata, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

const SKIPPED = 120;

function entry(id: string, fields: Record<string, unknown>): ServedEntry {
  const createdAt = "2026-11-01T09:00:00Z";
  const comment = `About ${id}, says anna@example.org`;
  return { id, path: "/quickstart", comment, createdAt, ...fields };
}

let platform: MisbehavingPlatform;
let errata: Errata;

test.describe("with a hosted platform", () => {
  test.beforeAll(async () => {
    platform = await startMisbehavingPlatform([
      ...["fb_1", "fb_2", "fb_3"].map((id) => entry(id, { status: "pending", source: "agent" })),
      ...Array.from({ length: SKIPPED }, (_, n) =>
        entry(`bad_${n}`, { status: n, source: "agent" }),
      ),
    ]);
    const hosted = { PLATFORM_URL: platform.url, PLATFORM_API_KEY: "any" };
    errata = await startErrata({ env: { ...hosted, PLATFORM_PROJECTS: "docs=Docs" } });
    await waitForFirstSync(errata);
  });
  test.afterAll(async () => {
    await errata.close();
    await platform.close();
  });

  /** Opens the dashboard's own database. */
  function database(): SQLite.Database {
    return new SQLite(join(errata.dataDir, "errata.sqlite"), { timeout: 5_000 });
  }

  /** Starts a full sync now, instead of in ten minutes, and waits for it to finish. */
  async function fullSync(): Promise<void> {
    const store = database();
    const finishedAt = () =>
      Number(
        store
          .prepare(
            "select json_extract(state, '$.finishedCount') from sync_lane where lane = 'full'",
          )
          .pluck()
          .get(),
      );
    const before = finishedAt();
    const now = "update sync_lane set state = json_set(state, '$.nextAt', 0) where lane = 'full'";
    // Each page would otherwise wait for its slot in the hour.
    const hurry = () => {
      store.exec(now);
      return finishedAt();
    };
    await expect.poll(hurry, { timeout: 120_000 }).toBeGreaterThan(before);
    store.close();
  }

  test("an item that was deleted on the platform stays, with a label @thorough", async ({
    page,
  }) => {
    platform.entries = platform.entries.filter(({ id }) => id !== "fb_2");
    await fullSync();
    await visit(page, `${errata.url}/docs/feedback`);
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByText("Deleted on the platform")).toHaveCount(0);
    await fullSync();
    await visit(page, `${errata.url}/docs/feedback?open=fb_2`);
    await expect(rows(page)).toHaveCount(3);
    const row = page.locator('[data-feedback-id="fb_2"]');
    await expect(row).toContainText("Deleted on the platform");
    await expect(rows(page).getByText("Deleted on the platform")).toHaveCount(1);
    const panel = page.getByTestId("detail-panel");
    await expect(panel).toContainText("About fb_2");
    await expect(panel).toContainText("Errata keeps this copy");
    expect(await violations(page)).toEqual([]);
    await visit(page, `${errata.url}/settings`);
    await expect(page.getByText("3 items, 1 deleted on the platform")).toBeVisible();

    platform.entries.push(entry("fb_2", { status: "pending", source: "agent" }));
    await fullSync();
    await visit(page, `${errata.url}/docs/feedback`);
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByText("Deleted on the platform")).toHaveCount(0);
  });

  test("skipped items are paginated, and don't show readers' email addresses @thorough", async ({
    page,
  }) => {
    await visit(page, `${errata.url}/settings#skipped-docs`);
    const items = page.getByTestId("quarantined");
    await expect(items).toHaveCount(50);
    await expect(page.getByText(`couldn't read ${SKIPPED} items`)).toContainText(
      "Showing the newest 50.",
    );
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(items).toHaveCount(100);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(items).toHaveCount(SKIPPED);
    await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
    await expect(page.getByText("Showing the newest")).toHaveCount(0);
    const names = await items.locator("span.font-mono").allInnerTexts();
    expect(new Set(names).size).toBe(SKIPPED);
    await items.first().getByText("Received data").click();
    await expect(items.first().locator("pre")).toContainText("says a•••@example.org");
    expect(await page.content()).not.toContain("anna@");
    expect(await violations(page)).toEqual([]);

    const last = items.last();
    const name = await last.locator("span.font-mono").innerText();
    await last.getByRole("button", { name: `Dismiss ${name}` }).click();
    await expect(items).toHaveCount(SKIPPED - 1);
    await expect(page.getByText(`couldn't read ${SKIPPED - 1} items`)).toBeVisible();
    await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  });

  test("a database locked by another program can still be read, and the inbox says so @thorough", async ({
    page,
  }) => {
    const script = fileURLToPath(new URL("../support/lock-holder.ts", import.meta.url));
    const file = join(errata.dataDir, "errata.sqlite");
    const holder: ChildProcess = spawn(node, [script, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (holder.stdout) await once(holder.stdout, "data");
    try {
      await visit(page, `${errata.url}/docs/feedback`);
      const notice = page.getByRole("status").filter({ hasText: "Showing data from" });
      await expect(notice).toContainText("Another program holds the database lock", {
        timeout: 120_000,
      });
      await expect(rows(page)).toHaveCount(3);
      await page.getByTestId("search").fill("fb_1");
      await expect(rows(page)).toHaveCount(1);
      expect(await violations(page)).toEqual([]);
    } finally {
      const ended = once(holder, "exit");
      holder.kill("SIGKILL");
      await ended;
    }
  });
});
