import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAudit } from "../../lib/auth/audit.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import type { Database } from "../../lib/database/open.ts";
import { readerMessageServices } from "../../lib/services/reader-message-services.ts";
import { removeItems } from "../../lib/store/deletion/remove-items.ts";
import { insertIntent } from "../../lib/store/jobs/intent.ts";
import { createReaderMessages } from "../../lib/store/jobs/reader-messages.ts";
import { createProjectChanges } from "../../lib/store/project-changes.ts";
import { renamePerson } from "../../lib/store/rename-person.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { type AuthRig, openAuthRig } from "../support/auth.ts";
import { anyEngine } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const TRI = { id: "tri", name: "Tri" };
const BEA = { id: "bea", name: "Bea" };
const ITEMS = {
  a: { comment: "Wrong", contact: "Ann@Example.org", createdAt: "2026-10-01T08:00:00Z" },
  b: { comment: null, contact: " ann@example.org ", createdAt: "2026-10-03T08:00:00Z" },
  c: { comment: "x".repeat(2_000), contact: "ben@example.net", createdAt: "2026-10-02T08:00:00Z" },
  d: { comment: "Call me", contact: "+1 555 0100" },
  e: { comment: "Two", contact: "x@example.org, y@example.org" },
  f: { comment: "Hostile", contact: "x@example.org?bcc=y@example.org" },
  g: { comment: "Nothing", contact: null },
  h: { comment: "Not resolved", contact: "h@example.org" },
};

describe.each(anyEngine)("messages to readers on $name", (engine) => {
  let rig: AuthRig;
  let store: Database<StoreSchema>;
  let messages: ReturnType<typeof readerMessageServices>;
  beforeEach(async () => {
    rig = await openAuthRig(engine);
    // The server's one database.
    store = rig.database as unknown as Database<StoreSchema>;
    const entries = Object.entries(ITEMS).map(([id, item]) => mirrored({ id, ...item }));
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, 1));
    const { clock } = rig;
    for (const id of ["job", "other"]) {
      const job = { id, project_id: "docs", intent_key: id, prompt: "Fix", state: "sent" as const };
      const at = { created_at: clock.now(), began_at: clock.now() };
      const items = id === "job" ? Object.keys(ITEMS) : ["a", "c"];
      await insertIntent(store.query, { ...job, ...at, pr_state: "open" }, items, false);
    }
    const audit = createAudit(store as unknown as Database<AuthSchema>, clock);
    const settings = createSettingsStore({ database: store, clock });
    await settings.change("docs", { siteAddress: "https://docs.example.com" });
    messages = readerMessageServices(createReaderMessages(store.query, clock), settings, audit);
  });
  afterEach(() => rig.close());

  const merge = () => store.query.updateTable("job").set({ pr_state: "merged" }).execute();
  const resolve = async () => {
    const triage = createTriage({ database: store, clock: rig.clock, statusWrites: null });
    const resolved = Object.keys(ITEMS).filter((id) => id !== "h");
    await triage.setStatus("docs", resolved, "resolved");
  };
  const revealed = () =>
    store.query
      .selectFrom("audit" as never)
      .select(["by_name", "action", "subject"] as never)
      .execute();

  test("are for those who left an address with what a merge resolved, each once", async () => {
    await resolve();
    expect(await messages.list("docs", "job")).toEqual([]);
    await merge();
    const liveUrl = "https://docs.example.com/guides/auth";
    const page = "/guides/auth";
    expect(await messages.list("docs", "job")).toEqual([
      {
        feedbackId: "a",
        contact: "A•••@Example.org",
        items: [
          { id: "a", page, comment: "Wrong", liveUrl },
          { id: "b", page, comment: null, liveUrl },
        ],
        opened: null,
      },
      {
        feedbackId: "c",
        contact: "b•••@example.net",
        items: [{ id: "c", page, comment: `${"x".repeat(999)}…`, liveUrl }],
        opened: null,
      },
    ]);
    await expect(messages.list("other", "job")).rejects.toMatchObject({ code: "not_found" });
    await expect(messages.list("docs", "none")).rejects.toMatchObject({ code: "not_found" });
  });

  test("are opened once unless someone asks again, after it is recorded", async () => {
    await resolve();
    await merge();
    const changes = createProjectChanges(store, () => undefined);
    await expect.poll(() => changes.revision("docs")).not.toBeNull();
    const before = await changes.revision("docs");
    const open = (by: typeof TRI, again = false) =>
      messages.open("docs", "job", "b", { by, again });
    const results = await Promise.allSettled([open(TRI), open(BEA)]);
    const done = results.filter(({ status }) => status === "fulfilled");
    const failed = results.find(({ status }) => status === "rejected");
    expect(done).toMatchObject([{ value: { contact: "Ann@Example.org" } }]);
    expect(failed).toMatchObject({ reason: { code: "conflict" } });
    expect(await revealed()).toHaveLength(1);
    await expect.poll(() => changes.revision("docs")).not.toEqual(before);
    await changes.stop();

    const { readers } = await open(BEA, true);
    expect(readers[0]?.opened).toMatchObject({ by: "Bea" });
    expect(readers[1]?.opened).toBeNull();
    expect(await revealed()).toMatchObject([
      { action: "revealed the address on", subject: "b in docs" },
      { by_name: "Bea", action: "revealed the address on" },
    ]);
    // The reader got a message about the same item for another job.
    expect((await messages.list("docs", "other"))[0]?.opened).toMatchObject({ by: "Bea" });
    for (const id of ["d", "f", "h", "none"]) {
      const attempt = messages.open("docs", "job", id, { by: TRI, again: true });
      await expect(attempt).rejects.toMatchObject({ code: "not_found" });
    }
    await rig.database.query.transaction().execute(async (trx) => {
      const person = { ...BEA, isNamesake: false };
      await renamePerson(trx as never, person, "Deleted person");
    });
    const [reader] = await messages.list("docs", "job");
    expect(reader?.opened?.by).toBe("Deleted person");
    await store.query.transaction().execute((trx) => removeItems(trx, "docs", ["a", "b"]));
    expect(await store.query.selectFrom("reader_message").selectAll().execute()).toEqual([]);
  });
});
