import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAudit } from "../../lib/auth/audit.ts";
import { openAuth } from "../../lib/auth/open.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import type { Database } from "../../lib/database/open.ts";
import { itemServices, resumeDeletions } from "../../lib/services/item-services.ts";
import { feedbackContact, feedbackDetail } from "../../lib/store/list/detail.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { initialLane } from "../../lib/store/sync/state.ts";
import { createSyncStore, initialSyncState } from "../../lib/store/sync/store.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { deletedAmong } from "../../lib/store/write/deleted-items.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const clock = { now: () => 5 };
const by = { id: "ada", name: "Ada" };

describe.each(engines)("deleting items on $name", (engine) => {
  let store: TestDatabase<StoreSchema>;
  let platform: TestPlatform;
  beforeEach(async () => {
    store = await openTestStore(engine, "delete");
    const local = { signIn: null, localKey: false, publicUrl: "http://127.0.0.1:3000" };
    await openAuth({ database: accounts(), clock, ...local, trustedOrigins: [], log: () => {} });
    platform = await openTestPlatform(engine);
  });
  afterEach(() => Promise.all([store.close(), platform.close()]));

  const accounts = () => store as unknown as Database<AuthSchema>;
  const stores = () => ({ store, platform, clock, audit: createAudit(accounts(), clock) });
  const entries = ["a", "b", "c"].map((id) => mirrored({ id, comment: `secret of ${id}` }));
  const sync = (observedAt: number, rejected = [{ entryId: "a", raw: '"secret"', reason: "?" }]) =>
    createSyncStore(store).commitPage("docs", { entries, rejected, observedAt }, ({ added }) => ({
      state: initialSyncState(added),
      lane: "full",
      laneState: initialLane(0),
    }));
  const rowsOf = async (table: keyof StoreSchema | "quarantine") =>
    JSON.stringify(await store.query.selectFrom(table).selectAll().execute());
  const items = ["a", "b", "c"].map((id, index) => ({
    line: index + 1,
    value: { id, path: `/${id}`, source: "agent", comment: `secret of ${id}` },
  }));
  const platformIds = async () => {
    const rows = await platform.database.query.selectFrom("platform_entry").select("id").execute();
    return rows.map(({ id }) => id).sort();
  };

  test("removes them with their history, and a sync or an import doesn't bring them back", async () => {
    await sync(1, []);
    await platform.importEntries("docs", items);
    const triage = createTriage({ database: store, clock, statusWrites: null });
    await triage.setStatus("docs", ["a", "b", "c"], "resolved", by);
    const deleted = await itemServices(stores()).delete("docs", ["a", "b", "a", "x", "\0"], by);
    expect(deleted).toBe(2);
    expect(await platformIds()).toEqual(["c"]);
    const expectGone = async () => {
      for (const table of ["feedback", "feedback_event", "feedback_state", "quarantine"] as const) {
        expect(await rowsOf(table), table).not.toMatch(/"(?:a|b)"|secret of [ab]|secret\\?"/);
      }
      expect(await verifyStore(store)).toEqual([]);
    };
    await expectGone();
    for (const read of [feedbackDetail, feedbackContact]) {
      const error = (id: string) => read(store.query, "docs", id).catch(({ message }) => message);
      expect(await error("a")).toBe("This feedback item was deleted.");
      const unknown = "This feedback item doesn't exist or was deleted.";
      for (const id of ["x", "\0a", "\ud800"]) expect(await error(id)).toBe(unknown);
    }
    // What the sync reads again counts as known, so that a check for new items ends in front of it.
    const { added, changed, firstSeenAt, previouslyObservedAt } = await sync(7);
    expect({ added, changed, firstSeenAt, previouslyObservedAt }).toEqual({
      added: 0,
      changed: 0,
      firstSeenAt: [1, 1, 1],
      previouslyObservedAt: [1, 1, 1],
    });
    expect((await sync(9)).previouslyObservedAt).toEqual([7, 7, 7]);
    await expectGone();
    const again = await platform.again({
      forgottenReaders: async () => null,
      deletedAmong: async (projectId, ids) =>
        new Set((await deletedAmong(store.query, projectId, ids)).keys()),
    });
    const imported = await again.importEntries("docs", items);
    expect(imported).toMatchObject({ accepted: 0, unchanged: 1, deleted: 2 });
    expect(await platformIds()).toEqual(["c"]);
    const [entry] = await stores().audit.list({ limit: 1, before: null });
    expect(entry).toMatchObject({ by: "Ada", action: "deleted", subject: "2 items of docs" });
  });

  test("finishes on the platform after an interruption", async () => {
    await sync(1);
    await platform.importEntries("docs", items);
    const broken = {
      ...stores(),
      platform: { deleteEntries: () => Promise.reject(new Error("the disk is full")) },
    };
    await expect(itemServices(broken).delete("docs", ["a"], by)).rejects.toThrow("disk is full");
    expect(await platformIds()).toEqual(["a", "b", "c"]);
    await resumeDeletions(stores());
    expect(await platformIds()).toEqual(["b", "c"]);
    expect(await rowsOf("deleted_item")).toContain('"is_on_platform":0');
  });

  test("deletes nothing if the audit log can't be written", async () => {
    await sync(1);
    await accounts().query.schema.dropTable("audit").execute();
    await expect(itemServices(stores()).delete("docs", ["a"], by)).rejects.toThrow(/audit/);
    expect(await rowsOf("feedback")).toContain('"a"');
    expect(await rowsOf("deleted_item")).toBe("[]");
  });
});
