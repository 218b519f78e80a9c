import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { markDeleted } from "../../lib/store/deletion/deleted.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { middleDate } from "../../lib/store/sync/dates.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

/** When the items are read; two full syncs that don't return them begin later. */
const READ_AT = 1_000;
const SYNC_AT = 2_000;
const NOW = 3_000;

describe.each(engines)("what the platform was asked for ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;

  beforeEach(async () => {
    database = await openTestStore(engine, "deleted");
  });
  afterEach(() => database.close());

  /** Items whose status the team changed after they were read. */
  async function given(items: { id: string; platform: string; team?: string; day?: number }[]) {
    const entries = items.map(({ id, platform, day = 1 }) =>
      mirrored({ id, status: platform, createdAt: `2026-10-0${day}T08:00:00Z` }),
    );
    await database.query
      .transaction()
      .execute((trx) => upsertFeedback(trx, "docs", entries, READ_AT));
    const triage = createTriage({ database, clock: { now: () => READ_AT }, statusWrites: null });
    for (const { id, team } of items) if (team) await triage.setStatus("docs", [id], team);
  }

  const deleted = async () => {
    const rows = await database.query
      .selectFrom("feedback")
      .select("id")
      .where("deleted_at", "is not", null)
      .orderBy("id")
      .execute();
    return rows.map(({ id }) => id);
  };

  test("an item that no request could return is not marked, whatever the team's status", async () => {
    await given([
      { id: "kept", platform: "escalated" },
      { id: "kept-and-triaged", platform: "escalated", team: "resolved" },
      { id: "missing", platform: "pending" },
      { id: "missing-and-triaged", platform: "pending", team: "resolved" },
    ]);
    const asked = { since: SYNC_AT, from: null, documentedOnly: true, datedOnly: false };
    expect(await markDeleted(database.query, "docs", asked, NOW)).toBe(2);
    expect(await deleted()).toEqual(["missing", "missing-and-triaged"]);
  });

  test("a part is divided by the items that the platform returns for it", async () => {
    await given([
      { id: "a", platform: "pending", team: "resolved", day: 1 },
      { id: "b", platform: "pending", team: "resolved", day: 2 },
      { id: "c", platform: "pending", team: "resolved", day: 3 },
      { id: "other", platform: "ignored", team: "pending", day: 9 },
    ]);
    const middle = (status: string) => middleDate(database.query, "docs", { status });
    expect(await middle("pending")).toBe(Date.parse("2026-10-02T08:00:00Z"));
    expect(await middle("resolved")).toBeNull();
  });
});
