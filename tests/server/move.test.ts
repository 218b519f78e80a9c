import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { authRoom } from "../../lib/auth/schema/schema.ts";
import { migrate } from "../../lib/database/migrate.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { moveData } from "../../lib/services/backup/move.ts";
import { indexSomeGroups } from "../../lib/similar/index-groups.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { createLease } from "../../lib/store/lease.ts";
import { migrateStore } from "../../lib/store/open.ts";
import { createDraftStore } from "../../lib/store/people/drafts.ts";
import { notifyAssigned } from "../../lib/store/people/notify.ts";
import { createVisitStore } from "../../lib/store/people/visits.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createViewStore } from "../../lib/store/views.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { freePort } from "../../scripts/setup/free-port.mjs";
import { run } from "../../scripts/setup/processes.mjs";
import { node, root } from "../../scripts/setup/project.mjs";
import { openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { unconfigured } from "../support/environment.ts";
import { mirrored } from "../support/ledger.ts";
import { gitIn } from "../support/repository.ts";

const NOW = Date.UTC(2026, 10, 22);

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
  // Facet groups have other numbers there.
  groups: await query
    .selectFrom("feedback_group_member")
    .select([
      "feedback_id",
      "group_id",
      "by_person",
      "is_recurrence",
      "sort_at",
      "page",
      "change_id",
    ])
    .orderBy("feedback_id")
    .execute(),
  representatives: await query
    .selectFrom("feedback_representative")
    .selectAll()
    .orderBy("number")
    .execute(),
  vectors: await query.selectFrom("embedding_vector").selectAll().execute(),
  notifications: await query.selectFrom("notification").selectAll().execute(),
  drafts: await query.selectFrom("draft").selectAll().execute(),
  views: await query.selectFrom("saved_view").selectAll().execute(),
  people: (await sql`select id, email from auth_user`.execute(query)).rows,
});

test("everything moves from SQLite to PostgreSQL and back, and work goes on there", async () => {
  const databaseUrl = postgres.location.databaseUrl ?? "";
  const dataDir = join(folder, "data");
  const sqlite = open(dataDir);
  await migrateStore(sqlite);
  await migrate(sqlite, authRoom);
  await mirrored(sqlite, "docs", [
    // The first on SQLite, and the last that is moved.
    { id: "z", status: "resolved" },
    ...Array.from({ length: 1_200 }, (_, n) => ({
      id: `a${n}`,
      comment: n < 2 ? "This token is the same" : `The token ${n} é\u{1F600}`,
    })),
  ]);
  await sql`insert into sync (project_id, phase, pages_read, started_at, entries, next_at)
    values ('docs', 'following', 1, 1, 1201, 0)`.execute(sqlite.query);
  await sql`insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('1', 'Ada', 'ada@example.org', 1, '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z')`.execute(
    sqlite.query,
  );
  await sql`insert into auth_session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
    values ('1', '2026-12-01T12:00:00.123Z', 't', '2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z', '1')`.execute(
    sqlite.query,
  );
  const decide = (database: Database<StoreSchema>, id: string, item: string) =>
    createDecisions({ database, clock: { now: () => 1_000 }, statusWrites: null }).apply(
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
  await indexSomeGroups(sqlite.query, 2);
  const clock = { now: () => NOW };
  await createVisitStore(sqlite.query).caughtUp("docs", "1", NOW);
  await createViewStore(sqlite.query, clock).create("docs", "1", {
    id: "view-one",
    name: "One",
    isTeam: true,
    query: "",
    layout: null,
  });
  const draft = { projectId: "docs", personId: "1", id: "draft" };
  const unfinished = { revision: "revision-1", follows: [], isNew: true, selection: ["a1"] };
  await createDraftStore(sqlite, clock).save(draft, { ...unfinished, content: "{}" });
  const assigned = { person: "1", change: "c", at: NOW, by: { id: "2", name: "Bea" } };
  await sqlite.query.transaction().execute((trx) => notifyAssigned(trx, "docs", ["a1"], assigned));
  await sql`insert into embedding_state (name, model, is_clearing, last_number)
    values ('service', 'small', 0, 1)`.execute(sqlite.query);
  await sql`insert into embedding_item (project_id, feedback_id, text_hash)
    values ('docs', 'a1', 'hash')`.execute(sqlite.query);
  await sql`insert into embedding_vector (project_id, text_hash, number, code, vector)
    values ('docs', 'hash', 1, x'00ff', x'7f80')`.execute(sqlite.query);
  const before = await contents(sqlite);
  await sqlite.close();

  const repository = join(dataDir, "repository", "docs.git");
  gitIn(folder, "init", "-q", "--bare", "-b", "trunk", repository);
  const moved = await moveData("postgres", { dataDir, databaseUrl }, NOW);
  expect(moved.rows).toBeGreaterThan(1_200);
  expect(moved.repositories).toEqual(["docs.git"]);
  expect(before.groups).toHaveLength(2);
  expect(before.vectors).toHaveLength(1);
  expect(await contents(postgres)).toEqual(before);
  expect(await createVisitStore(postgres.query).since("docs", "1", NOW)).toBe(NOW);
  // Every item is compared once more.
  expect(await indexSomeGroups(postgres.query, 1_000)).toMatchObject({ items: 1_000 });
  expect((await contents(postgres)).groups).toEqual(before.groups);
  const { ids } = await createFeedbackStore(postgres).ids("docs", {
    ...NO_FILTERS,
    q: '"token 77"',
  });
  expect(ids).toHaveLength(11);
  await expect(moveData("postgres", { dataDir, databaseUrl }, NOW)).rejects.toThrow(
    "already contains data",
  );

  // New rows get keys after the copied ones.
  await decide(postgres, "2", "a2");
  const back = join(folder, "back");
  await expect(
    moveData("sqlite", { dataDir: back, databaseUrl, repositoriesFrom: folder }, NOW),
  ).rejects.toThrow("No repositories found");
  const settings = { dataDir: back, databaseUrl, repositoriesFrom: dataDir };
  expect(await moveData("sqlite", settings, NOW)).toMatchObject({ repositories: ["docs.git"] });
  const copy = join(back, "repository", "docs.git");
  expect(gitIn(copy, "symbolic-ref", "HEAD").trim()).toBe("refs/heads/trunk");
  await expect(moveData("sqlite", settings, NOW)).rejects.toThrow("already has repositories");
  const returned = open(back);
  expect(await contents(returned)).toEqual(await contents(postgres));
  await decide(returned, "3", "a3");
  await returned.close();
});

test("a copied row that differs is noticed", async () => {
  const databaseUrl = postgres.location.databaseUrl ?? "";
  await migrate(postgres, authRoom);
  await sql`insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('1', 'Ada', 'ada@example.org', true, now(), now())`.execute(postgres.query);
  const sqlite = open(folder);
  await migrate(sqlite, authRoom);
  await sql`create trigger other_name after insert on auth_user begin
    update auth_user set name = 'Bob' where id = new.id; end`.execute(sqlite.query);
  await sqlite.close();
  await expect(moveData("sqlite", { dataDir: folder, databaseUrl }, NOW)).rejects.toThrow(
    `The file ${join(folder, "errata.sqlite")} isn't a complete copy: 1 row of auth_user changed during the copy. Move it away`,
  );
});

test("nothing moves while Errata runs", async () => {
  const databaseUrl = postgres.location.databaseUrl ?? "";
  const sqlite = open(folder);
  await migrateStore(sqlite);
  const clock = { now: () => NOW };
  const duration = 15_000;
  await createLease({ database: sqlite, clock, name: "mirror", holder: "a", duration }).hold();
  await sqlite.close();
  await expect(moveData("postgres", { dataDir: folder, databaseUrl }, NOW)).rejects.toThrow(
    "Errata is running",
  );
});

test("a command says in one line that PostgreSQL can't be reached", async () => {
  const databaseUrl = `postgres://errata@127.0.0.1:${await freePort()}/errata`;
  const env = { ...process.env, ...unconfigured, DATA_DIR: folder, DATABASE_URL: databaseUrl };
  const script = join(root, "scripts/verify.ts");
  const { ok, output } = await run(node, ["--conditions=react-server", script], { env });
  expect(ok).toBe(false);
  expect(output).toMatch(
    /^DATABASE_URL: can't connect to PostgreSQL at .* \(ECONNREFUSED\)\. .*\n$/,
  );
});
