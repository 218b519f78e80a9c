import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../lib/database/open.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { openServices } from "../../lib/services/open.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { migrateStore, SEARCH_REMEDY, searchIsIndexed } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { forgetConfig } from "../support/forget-config.ts";

// A managed PostgreSQL where Errata's role can create tables but no extensions.

const ROLE = `errata_guest_${process.pid}`;
let owned: TestDatabase<StoreSchema>;
let address: URL;
let dataDir: string;

beforeAll(async () => {
  owned = await openTestDatabase<StoreSchema>("postgres", "no_extension");
  address = new URL(owned.location.databaseUrl ?? "");
  for (const statement of [
    `create role ${ROLE} login password 'guest'`,
    `grant usage, create on schema public to ${ROLE}`,
  ]) {
    await sql.raw(statement).execute(owned.query);
  }
  address.username = ROLE;
  address.password = "guest";
  dataDir = mkdtempSync(join(tmpdir(), "errata-no-extension-"));
});

afterAll(async () => {
  await sql.raw(`drop owned by ${ROLE}; drop role ${ROLE}`).execute(owned.query);
  await owned.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("without the extension, searches scan the table, and an admin can add the extension later", async () => {
  const guest = openDatabase<StoreSchema>({ databaseUrl: address.href, file: "" });
  try {
    await migrateStore(guest);
    expect(await searchIsIndexed(guest)).toBe(false);
    const comments = ["The token fails", "100 % of _tokens_", "東京", "nothing"];
    await guest.query.transaction().execute((trx) =>
      upsertFeedback(
        trx,
        "docs",
        comments.map((comment, n) => mirrored({ id: `fb_${n}`, comment })),
        1,
      ),
    );
    const feedback = createFeedbackStore(guest);
    const found = async (q: string) =>
      (await feedback.ids("docs", { ...NO_FILTERS, q })).ids.toSorted();
    const searches = async () => [
      await found("TOKEN"),
      await found("_tok"),
      await found("京"),
      await found("fails to"),
      await found('-token "of _"'),
      await found("-token -東"),
      await found("zebra"),
    ];
    const expected = [["fb_0", "fb_1"], ["fb_1"], ["fb_2"], ["fb_0"], [], ["fb_3"], []];
    expect(await searches()).toEqual(expected);
    await sql.raw(SEARCH_REMEDY).execute(owned.query);
    expect(await searchIsIndexed(guest)).toBe(true);
    expect(await searches()).toEqual(expected);
    await sql`drop index feedback_index_text; drop extension pg_trgm`.execute(owned.query);
  } finally {
    await guest.close();
  }
});

test("the server starts without the extension, and its health check says so", async () => {
  vi.stubEnv("DATABASE_URL", address.href);
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("LOG_LEVEL", "silent");
  forgetConfig();
  const opened = await openServices();
  try {
    expect(await opened.health()).toMatchObject({
      status: "ok",
      searchIndexed: false,
      projects: [{ id: "docs" }],
    });
  } finally {
    await opened.stop();
    vi.unstubAllEnvs();
    forgetConfig();
  }
});
