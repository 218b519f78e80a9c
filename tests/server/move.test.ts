import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { authMigrations } from "../../lib/auth/migrations/migrations.ts";
import { migrate } from "../../lib/database/migrate.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { moveData } from "../../lib/services/backup/move.ts";
import { createDecisions } from "../../lib/store/feedback/decisions.ts";
import { createFeedbackStore } from "../../lib/store/feedback/store.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/ledger.ts";

let folder: string;
let postgres: TestDatabase<StoreSchema>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "errata-move-"));
  postgres = await openTestDatabase<StoreSchema>("postgres", "move");
});
afterEach(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (dataDir: string) =>
  openDatabase<StoreSchema>({ databaseUrl: null, file: join(dataDir, "errata.sqlite") });
const contents = async ({ query }: Database<StoreSchema>) => ({
  items: await query.selectFrom("feedback").selectAll().orderBy("id").execute(),
  history: await query.selectFrom("feedback_event").selectAll().orderBy("id").execute(),
  people: (await sql`select id, email from auth_user`.execute(query)).rows,
});

test("everything moves from SQLite to PostgreSQL and back, and work goes on there", async () => {
  const databaseUrl = postgres.location.databaseUrl ?? "";
  const dataDir = join(folder, "data");
  const sqlite = open(dataDir);
  await openStore(sqlite);
  await migrate(sqlite, "auth", authMigrations);
  await mirrored(
    sqlite,
    "docs",
    Array.from({ length: 1_200 }, (_, n) => ({
      id: `a${n}`,
      comment: `The token ${n} é\u{1F600}`,
    })),
  );
  await sql`insert into sync (project_id, phase, pages_read, started_at, entries, next_at)
    values ('docs', 'following', 1, 1, 1200, 0)`.execute(sqlite.query);
  await sql`insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('1', 'Ada', 'ada@example.org', 1, '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z')`.execute(
    sqlite.query,
  );
  await sql`insert into auth_session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
    values ('1', '2026-12-01T12:00:00.123Z', 't', '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z', '1')`.execute(
    sqlite.query,
  );
  const decide = (database: Database<StoreSchema>, id: string, item: string) =>
    createDecisions({ database, clock: { now: () => 1_000 }, writeStatus: null }).apply(
      "docs",
      [
        {
          kind: "set",
          id: `${id.repeat(8)}-1111-4111-8111-111111111111`,
          age: 0,
          ids: [item],
          status: "resolved",
        },
      ],
      { id: "ada", name: "Ada" },
    );
  await decide(sqlite, "1", "a1");
  const before = await contents(sqlite);
  await sqlite.close();

  expect(await moveData("postgres", { dataDir, databaseUrl })).toBeGreaterThan(1_200);
  expect(await contents(postgres)).toEqual(before);
  const { ids } = await createFeedbackStore(postgres).ids("docs", { ...NO_FILTERS, q: "token 77" });
  expect(ids).toHaveLength(11);
  await expect(moveData("postgres", { dataDir, databaseUrl })).rejects.toThrow("isn't empty");

  // New rows get keys after the copied ones.
  await decide(postgres, "2", "a2");
  const back = join(folder, "back");
  await moveData("sqlite", { dataDir: back, databaseUrl });
  const returned = open(back);
  expect(await contents(returned)).toEqual(await contents(postgres));
  await decide(returned, "3", "a3");
  await returned.close();
});
