import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAudit } from "../../lib/auth/audit.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import { createLog } from "../../lib/log.ts";
import { toEntryRow } from "../../lib/platform/entries.ts";
import {
  removeOldOutput,
  removeOldContacts as removePlatformContacts,
} from "../../lib/platform/retention.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { createRetention } from "../../lib/services/retention.ts";
import { removeOldContacts, withoutOldContact } from "../../lib/store/deletion/old-contacts.ts";
import { removeDeletedItems } from "../../lib/store/deletion/remove-items.ts";
import { removeOldNotifications } from "../../lib/store/people/notifications.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { initialLane } from "../../lib/store/sync/state.ts";
import { createSyncStore, initialSyncState } from "../../lib/store/sync/store.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import {
  engines,
  openTestDatabase,
  openTestStore,
  type TestDatabase,
} from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { vote } from "../support/platform.ts";

const DAY = 86_400_000;
const CUTOFF = Date.parse("2026-10-05T00:00:00Z");
const day = (number: number) => `2026-10-0${number}T08:00:00Z`;

describe.each(engines)("retention on $name", (engine) => {
  let store: TestDatabase<StoreSchema>;
  beforeEach(async () => {
    store = await openTestStore(engine, "retention");
  });
  afterEach(() => store.close());

  const readers = [
    mirrored({ id: "old", contact: "old@example.org", createdAt: day(1) }),
    mirrored({ id: "undated", contact: "undated@example.org", createdAt: null }),
    mirrored({ id: "older", contact: "older@example.org", createdAt: day(2) }),
    mirrored({ id: "new", contact: "new@example.org", createdAt: day(6) }),
  ];
  const sync = (clean?: Parameters<typeof createSyncStore>[2]) =>
    createSyncStore(store, undefined, clean).commitPage(
      "docs",
      { entries: readers, rejected: [], observedAt: Date.now() },
      ({ added }) => ({
        state: initialSyncState(added),
        lane: "full",
        laneState: initialLane(0),
      }),
    );
  const contacts = async () => {
    const rows = await store.query.selectFrom("feedback").select(["contact", "raw"]).execute();
    return JSON.stringify(rows)
      .match(/\w+@example/g)
      ?.toSorted();
  };

  test("removes old contacts in batches, and a sync doesn't bring them back", async () => {
    await sync();
    expect(await removeOldContacts(store.query, CUTOFF, 2)).toBe(2);
    expect(await removeOldContacts(store.query, CUTOFF, 2)).toBe(1);
    expect(await removeOldContacts(store.query, CUTOFF, 2)).toBe(0);
    expect(await contacts()).toEqual(["new@example", "new@example"]);
    const clean = (entry: (typeof readers)[number]) => withoutOldContact(entry, CUTOFF);
    const again = await sync(async (_trx, page) => ({
      ...page,
      entries: page.entries.map(clean),
    }));
    expect(again).toMatchObject({ added: 0, changed: 0 });
    expect(await contacts()).toEqual(["new@example", "new@example"]);
  });

  test("removes items that the platform deleted, with their history and counts", async () => {
    await sync();
    await store.query
      .updateTable("feedback")
      .set({ deleted_at: 5 })
      .where("id", "!=", "new")
      .execute();
    await store.query
      .insertInto("feedback_event")
      .values({
        project_id: "docs",
        feedback_id: "old",
        at: 1,
        kind: "set",
        change_id: null,
        from_value: "pending",
        to_value: "resolved",
        before: null,
        set_by_name: "Ada",
      })
      .execute();
    expect(await removeDeletedItems(store.query, 5, 2)).toBe(0);
    expect(await removeDeletedItems(store.query, 6, 2)).toBe(2);
    expect(await removeDeletedItems(store.query, 6, 2)).toBe(1);
    expect(await store.query.selectFrom("feedback").select("id").execute()).toEqual([
      { id: "new" },
    ]);
    expect(await store.query.selectFrom("feedback_event").select("id").execute()).toEqual([]);
    const { entries } = await store.query
      .selectFrom("sync")
      .select("entries")
      .executeTakeFirstOrThrow();
    expect(entries).toBe(1);
    expect(await verifyStore(store)).toEqual([]);
  });

  test("removes old notifications in batches, read or not", async () => {
    const rows = [1, 2, 3, 6].map((number) => ({
      project_id: "docs",
      person_id: "ada",
      topic: `note:${number}`,
      kind: "mentioned" as const,
      feedback_id: "a",
      at: Date.parse(day(number)),
      read_at: number === 2 ? 1 : null,
    }));
    await store.query.insertInto("notification").values(rows).execute();
    const removed = () => removeOldNotifications(store.query, CUTOFF, 2);
    expect([await removed(), await removed(), await removed()]).toEqual([2, 1, 0]);
    const left = await store.query.selectFrom("notification").select("topic").execute();
    expect(left).toEqual([{ topic: "note:6" }]);
  });

  test("removes old contacts and output of the built-in platform", async () => {
    const platform = await openTestDatabase<PlatformSchema>(engine, "retention", "platform");
    try {
      const entries = [
        vote("a", { contact: "a@example.org", createdAt: day(1) }),
        vote("b", { contact: "b@example.org", createdAt: day(6) }),
        vote("c", { contact: null, createdAt: day(1) }),
      ];
      const rowsOf = entries.map((entry, at) => ({
        ...toEntryRow("docs", entry),
        revision: at + 1,
      }));
      await platform.query.insertInto("platform_entry").values(rowsOf).execute();
      expect(await removePlatformContacts(platform, { before: CUTOFF, limit: 10 })).toBe(1);
      expect(await removePlatformContacts(platform, { before: CUTOFF, limit: 10 })).toBe(0);
      const rows = await platform.query.selectFrom("platform_entry").select("entry").execute();
      expect(JSON.stringify(rows).match(/\w@example/g)).toEqual(["b@example"]);
      for (const done of [1, 9, null]) {
        const { id } = await platform.query
          .insertInto("platform_job_message")
          .values({ job_id: "j", prompt: "Fix", created_at: 1, done_at: done })
          .returning("id")
          .executeTakeFirstOrThrow();
        const output = { message_id: id, output: "text" };
        await platform.query.insertInto("platform_output").values(output).execute();
      }
      expect(await removeOldOutput(platform, { before: 9, limit: 10 })).toBe(1);
      expect(await removeOldOutput(platform, { before: 9, limit: 10 })).toBe(0);
    } finally {
      await platform.close();
    }
  });

  test("records what it removed in the audit log, whose old entries it removes as well", async () => {
    const accounts = await openTestDatabase<AuthSchema>(engine, "retention", "auth");
    try {
      const clock = { now: () => 10 * DAY };
      const by = { id: "a", name: "Ada" };
      const audit = createAudit(accounts, clock);
      await createAudit(accounts, { now: () => 8 * DAY }).record(by, "did", "something old");
      await audit.record(by, "did", "something new");
      const retention = createRetention({
        clock,
        log: createLog("silent", () => []),
        rules: [
          { what: "kept", period: null, remove: () => Promise.reject(new Error("called")) },
          { what: "audit log entries", period: DAY, remove: audit.removeOld },
        ],
        record: (subject, trx) =>
          trx ? audit.recordIn(trx, by, "removed", subject) : audit.record(by, "removed", subject),
      });
      await retention.run();
      await retention.run();
      const log = await audit.list({ limit: 10, before: null });
      expect(log.map(({ subject }) => subject)).toEqual([
        "audit log entries from before 1970-01-10",
        "something new",
      ]);
    } finally {
      await accounts.close();
    }
  });
});
