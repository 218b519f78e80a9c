import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import Database from "better-sqlite3";
import { fetchSyncStatus } from "../support/inbox.ts";
import { filled, METHODS, ROUTES } from "../support/routes.ts";
import { type Errata, plainTest, sharedInFile, startErrata } from "../support/server.ts";

const demoOf = sharedInFile(async () => {
  const errata = await startErrata({ env: { DEMO: "1" } });
  await expect.poll(async () => (await fetchSyncStatus(errata)).items).toBe(4_000);
  return errata;
});

const test = plainTest.extend<{ errata: Errata }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed.
  errata: [async ({}, use, { file }) => use(await demoOf(file)), { timeout: 300_000 }],
});

/** A stream that doesn't end. */
const STREAM = "/api/projects/[projectId]/changes";
/** Addresses of people, keys of the API, and public keys. */
const PRIVATE = /[\w.+-]+@[\w-]+\.[a-z]|errata_[\w-]{32}|pub_[\w-]{20}/;
/** What background work changes, and the limits of clients without a key. */
const BACKGROUND = /budget|lease|sync|lane|stat|_fts|_index|queue|group|bucket|representative/;

/** The number of rows of each table of the demo's own databases. */
function rowCounts({ dataDir }: Errata): Record<string, unknown> {
  const [folder = ""] = readdirSync(dataDir).filter((name) => name.startsWith("demo-"));
  const files = ["errata.sqlite", "platform.sqlite"];
  return Object.fromEntries(
    files.flatMap((file) => {
      const database = new Database(join(dataDir, folder, file), { readonly: true });
      const tables = database
        .prepare("select name from sqlite_master where type = 'table'")
        .pluck()
        .all()
        .map(String)
        .filter((name) => !BACKGROUND.test(name));
      const counts = tables.map((name) => [
        `${file} ${name}`,
        database.prepare(`select count(*) from "${name}"`).pluck().get(),
      ]);
      database.close();
      return counts;
    }),
  );
}

test("no operation of a demo changes anything, or returns what is private", async ({ errata }) => {
  const before = rowCounts(errata);
  for (const [address, methods] of Object.entries(ROUTES)) {
    for (const method of METHODS) {
      const what = `${method} ${address}`;
      const url = errata.url + filled(address);
      if (method === "GET") {
        if (address === STREAM || address.startsWith("/site/")) continue;
        const answer = await fetch(url, { redirect: "manual" });
        expect(answer.status, what).toBeLessThan(500);
        expect(await answer.text(), what).not.toMatch(PRIVATE);
        continue;
      }
      const answer = await fetch(url, {
        method,
        headers: { origin: errata.url, "content-type": "application/json" },
        body: JSON.stringify(methods[method]?.body ?? {}),
      });
      // Some addresses refuse methods that they don't have before anything else.
      if (!methods[method] && answer.status === 405) continue;
      expect(answer.status, what).toBe(403);
      expect(await answer.text(), what).toContain("This demo is read-only");
    }
  }
  expect(Object.keys(before).length).toBeGreaterThan(20);
  expect(rowCounts(errata)).toEqual(before);
});

test("a demo shows the inbox to everyone, with a line that says what it is", async ({ errata }) => {
  const open = (path: string) => fetch(errata.url + path, { redirect: "manual" });
  const inbox = await (await open("/docs/feedback")).text();
  expect(inbox).toContain("This is a read-only demo with sample data. It resets every hour.");
  expect(inbox).not.toMatch(PRIVATE);
  const settings = await (await open("/settings")).text();
  expect(settings).toContain('aria-label="Main"');
  expect(settings.match(/>[^<"]*read-only/g)).toHaveLength(1);
  expect(settings).not.toContain("Only admins can change");
  expect(settings).not.toMatch(PRIVATE);
  expect((await open("/people")).status).toBe(403);
  const addresses = await open("/api/projects/docs/feedback/export?format=csv&contacts=true");
  expect(addresses.status).toBe(403);
});
