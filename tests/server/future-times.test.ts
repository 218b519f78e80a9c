import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { repairFutureTimes as repairAuth } from "../../lib/auth/future-times.ts";
import { type AuthSchema, authRoom } from "../../lib/auth/schema/schema.ts";
import type { ReceivedDecision } from "../../lib/contract/api/decisions.ts";
import { DAY, HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { migrate } from "../../lib/database/migrate.ts";
import type { Database } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import {
  REPAIRED_TIMES as repairedByPlatform,
  repairFutureTimes as repairPlatform,
} from "../../lib/platform/future-times.ts";
import { createLimits } from "../../lib/platform/limits.ts";
import { type PlatformSchema, platformRoom } from "../../lib/platform/schema/schema.ts";
import { createRequestBudget } from "../../lib/platform-client/budget.ts";
import { createClockWatch } from "../../lib/services/clock-watch.ts";
import {
  REPAIRED_TIMES as repairedByStore,
  repairFutureTimes as repairStore,
} from "../../lib/store/future-times.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { initialLane } from "../../lib/store/sync/state.ts";
import { createSyncStore, initialSyncState } from "../../lib/store/sync/store.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { NOW, vote } from "../support/platform.ts";

const AHEAD = NOW + 400 * DAY;
const PERSON = { id: "ada", name: "Ada" };
const BO = { id: "bo", name: "Bo" };

describe.each(engines)("after a clock that was 400 days ahead, on $name", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let now: number;
  const clock = { now: () => now };
  const budgetOf = (limit: number) =>
    createRequestBudget({ database, clock, allowance: () => ({ limit, reserve: 0 }) });
  const repair = () => repairStore(database, now);

  beforeEach(async () => {
    now = AHEAD;
    database = await openTestStore(engine, "future");
  });
  afterEach(() => database.close());

  /** Stores a page of the export with one item of this status. */
  const read = (status: "pending" | "resolved") => {
    const step = {
      state: { ...initialSyncState(now), lastSuccessAt: now },
      lane: "newItems" as const,
      laneState: { ...initialLane(now + HOUR), lastAttemptAt: now },
    };
    const page = { entries: [mirrored(vote("a", { status }))], rejected: [], observedAt: now };
    return createSyncStore(database).commitPage("docs", page, () => step);
  };
  const readAlso = (id: string) =>
    database.query
      .transaction()
      .execute((trx) => upsertFeedback(trx, "docs", [mirrored({ id })], now));
  const decide = (decision: Record<string, unknown>, by: typeof PERSON) => {
    const made = { id: crypto.randomUUID(), ids: ["a"], age: 0, ...decision } as ReceivedDecision;
    return createDecisions({ database, clock, statusWrites: null }).apply("docs", [made], by);
  };
  const statusOf = async () =>
    (await database.query.selectFrom("feedback").select("team_status").executeTakeFirst())
      ?.team_status;

  test("the request budget is free within an hour, and a pause ends", async () => {
    await budgetOf(1).spend("export");
    await budgetOf(1).pause("export", now + HOUR);
    now = NOW;
    await repair();
    // It counts for an hour: the platform may have counted it as well.
    await expect(budgetOf(1).spend("export")).rejects.toThrow("Hourly limit");
    now += HOUR + 1;
    await budgetOf(1).spend("export");
  });

  test("a pause of a day, which earlier versions believed, ends", async () => {
    now = NOW;
    await budgetOf(5).pause("export", now + DAY);
    expect(await repair()).toBe(1);
    await budgetOf(5).spend("export");
  });

  test("new readings of the platform count again", async () => {
    await read("pending");
    now = NOW;
    await repair();
    now += 10_000;
    await read("resolved");
    expect(await statusOf()).toBe("resolved");
  });

  test("checks are due again", async () => {
    await read("pending");
    now = NOW;
    await repair();
    const { lanes, state } = await createSyncStore(database).read("docs", now);
    expect(lanes.newItems).toMatchObject({ nextAt: NOW, lastAttemptAt: NOW });
    expect(state.lastSuccessAt).toBe(NOW);
  });

  test("a teammate's decision from then doesn't beat one from now", async () => {
    await read("pending");
    await decide({ kind: "set", status: "resolved" }, PERSON);
    now = NOW;
    await repair();
    now += 2 * 60_000;
    await decide({ kind: "set", status: "dismissed" }, BO);
    expect(await statusOf()).toBe("dismissed");
  });

  test("nor does one of one's own at once, before any time is repaired", async () => {
    await read("pending");
    await decide({ kind: "set", status: "resolved" }, PERSON);
    now = NOW;
    await decide({ kind: "set", status: "dismissed" }, PERSON);
    expect(await statusOf()).toBe("dismissed");
    await decide({ kind: "set", status: "resolved", age: 120_000 }, PERSON);
    expect(await statusOf()).toBe("dismissed");
  });

  test("a teammate's group and reason from then don't beat those from now", async () => {
    await read("pending");
    await readAlso("b");
    await decide({ kind: "group", with: "b" }, PERSON);
    await decide({ kind: "set", status: "dismissed" }, PERSON);
    await decide({ kind: "dismissal", reason: "spam" }, PERSON);
    now = NOW;
    await repair();
    now += 2 * 60_000;
    const later = [
      await decide({ kind: "group", with: null }, BO),
      await decide({ kind: "dismissal", reason: null }, BO),
    ];
    expect(later).toMatchObject([[{ changed: 1 }], [{ changed: 1 }]]);
  });

  test("nothing changes when the clock was right", async () => {
    now = NOW;
    await budgetOf(5).spend("export");
    await budgetOf(5).pause("export", now + HOUR);
    await read("pending");
    expect(await repair()).toBe(0);
  });

  test("the built-in platform's limit is free within an hour", async () => {
    const platform = database as unknown as Database<PlatformSchema>;
    await migrate(platform, platformRoom);
    const limits = createLimits(platform, clock);
    await limits.spend("export:org", 1);
    now = NOW;
    await repairPlatform(platform, now);
    await expect(limits.spend("export:org", 1)).rejects.toMatchObject({ retryAfter: HOUR });
  });

  test("people can sign in, and links and sessions end when people were told", async () => {
    const auth = database as unknown as Database<AuthSchema>;
    await migrate(auth, authRoom);
    const ends = new Date(AHEAD + 14 * DAY).toISOString();
    const made = new Date(AHEAD).toISOString();
    await sql`insert into auth_account_attempt (key, count, first_at, last_at)
      values ('k', 10, ${AHEAD}, ${AHEAD})`.execute(auth.query);
    await sql`insert into auth_invitation (id, hash, role, created_at, expires_at)
      values ('1', 'h', 'viewer', ${AHEAD}, ${AHEAD + 7 * DAY})`.execute(auth.query);
    await sql`insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
      values ('1', 'Ada', 'ada@example.org', ${engine.name === "sqlite" ? 1 : true}, ${made}, ${made})`.execute(
      auth.query,
    );
    await sql`insert into auth_session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
      values ('1', ${ends}, 't', ${made}, ${made}, '1')`.execute(auth.query);
    now = NOW;
    expect(await repairAuth(auth, now)).toBe(3);
    const { rows } = await sql<{ expires_at: number; attempts: number; session: string | Date }>`
      select expires_at, (select count(*) from auth_account_attempt) as attempts,
        (select "expiresAt" from auth_session) as session from auth_invitation`.execute(auth.query);
    const [row] = rows;
    expect(row).toMatchObject({ expires_at: NOW + 7 * DAY, attempts: 0 });
    expect(new Date(row?.session ?? 0).getTime()).toBe(NOW + 14 * DAY);
    expect(await repairAuth(auth, now)).toBe(0);
  });
});

test("stored times are repaired at the start, and when the clock goes back", async () => {
  let now = AHEAD;
  const repaired: number[] = [];
  const repair = async (at: number) => repaired.push(at);
  const log = createLog("silent", () => []);
  const watch = createClockWatch({ clock: { now: () => now }, log, repair });
  await watch.check();
  now += 5_000;
  await watch.check();
  now = NOW;
  await watch.check();
  await watch.check();
  expect(repaired).toEqual([AHEAD, NOW]);
});

/** Times that nothing waits for, or that aren't Errata's. */
const HISTORY = [
  ...["started_at", "finished_at", "undo_started_at", "undone_at"].map(
    (column) => `platform_import.${column}`,
  ),
  ...["feedback.created_at", "feedback.sort_at", "feedback.first_seen_at", "feedback.deleted_at"],
  ...[
    "feedback_note.created_at",
    "saved_view.created_at",
    "feedback_note.edited_at",
    "notification.at",
    "reader_message.opened_at",
    "notification.read_at",
    "feedback_group_member.sort_at",
    "feedback_index.sort_at",
    "feedback_page.last_at",
    "project_setting.set_at",
  ],
  ...["job.created_at", "job.archived_at", "job.deleted_at", "job.outcome_at", "job_event.at"],
  ...["job_message.created_at", "job_message.sent_at", "audit.at"],
  ...["job_verdict.set_at", "reviewed_file.reviewed_at", "review_comment.created_at"],
  "host_comment.at",
  "draft.saved_at",
  ...["quarantine.first_seen_at", "quarantine.last_seen_at", "quarantine.dismissed_at"],
  ...["platform_entry.created_at", "platform_entry.sort_at", "platform_key.created_at"],
  "platform_held_change.created_at",
  ...["platform_collect_key.created_at", "platform_collect_key.disabled_at"],
  ...["platform_submission.received_at"],
  ...["forgotten_reader.forgotten_at", "forgotten_reader.removed_at"],
  ...["deleted_item.deleted_at", "deleted_item.first_seen_at"],
  ...["platform_key.revoked_at", "platform_job.created_at", "platform_job.archived_at"],
  ...["platform_job_message.created_at", "platform_job_message.done_at"],
  ...["platform_pull.created_at", "platform_pull.settled_at"],
  // As someone chose it.
  ...[
    "platform_key.expires_at",
    "feedback_snooze.ends_at",
    "feedback_snooze.until",
    "feedback_snooze.over_until",
  ],
  // Checked where they are read: an expiry further away than the lease's length is no lease.
  ...["lease.until", "platform_job.held_until", "auth_local_key.expires_at"],
  // Repaired by statements of their own.
  ...["auth_account_attempt.last_at", "auth_account_attempt.first_at"],
  ...["auth_used_code.used_at", "auth_second_factor.lockedUntil"],
  ...["auth_invitation.created_at", "auth_invitation.expires_at", "auth_invitation.ended_at"],
];

test("every column with a time is repaired, or only history", async () => {
  const database = await openTestStore("sqlite", "columns");
  await migrate(database, platformRoom);
  await migrate(database, authRoom);
  const { rows } = await sql<{ name: string }>`
    select m.name || '.' || c.name as name from sqlite_master as m, pragma_table_info(m.name) as c
    where m.type = 'table' and m.sql not like 'create virtual%' and m.name not like '%migration%'
      and (c.name = 'at' or c.name like '%\\_at' escape '\\' or c.name like '%until'
        or c.name like '%\\_since' escape '\\' or c.name like '%\\_for' escape '\\'
        or c.name like '%\\_after' escape '\\')`.execute(database.query);
  const known = [...repairedByStore, ...repairedByPlatform].map(
    (each) => `${each.table}.${each.column}`,
  );
  const names = rows.map(({ name }) => name);
  expect(names.filter((name) => ![...known, ...HISTORY].includes(name))).toEqual([]);
  expect(HISTORY.filter((name) => !names.includes(name))).toEqual([]);
  await database.close();
});
