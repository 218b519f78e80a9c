import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DELETED_PERSON } from "../../lib/contract/api/people.ts";
import { removeItems } from "../../lib/store/deletion/remove-items.ts";
import { changeJob } from "../../lib/store/jobs/write.ts";
import { createNotificationStore } from "../../lib/store/people/notifications.ts";
import { forgetPerson } from "../../lib/store/people/notify.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { createNoteStore } from "../../lib/store/write/notes.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { lockFeedbackWrites } from "../../lib/store/write/write-lock.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const ADA = { id: "ada", name: "Ada" };

describe.each(engines)("notifications ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  const clock = { now: () => NOW };
  beforeAll(async () => {
    store = await openTestStore(engine, "notifications");
    const entries = ["a", "b", "c"].map((id) => mirrored({ id, comment: `About ${id}` }));
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, NOW));
  });
  afterAll(() => store.close());

  const notifications = () => createNotificationStore(store, clock.now);
  const listed = async (person: string) => {
    const { notifications: found, unread } = await notifications().list("docs", person, null);
    const shown = found.map(({ kind, by, items, subject, isRead }) => {
      return `${kind} ${items} ${subject} by ${by}${isRead ? ", read" : ""}`;
    });
    expect(await notifications().unread("docs", person)).toBe(unread);
    return shown;
  };
  const isActivePerson = async (_: unknown, id: string) => id !== "gone";
  const decide = (decision: Record<string, unknown>) =>
    createDecisions({ database: store, clock, statusWrites: null, isActivePerson }).apply(
      "docs",
      [{ age: 0, ...decision } as never],
      ADA,
    );
  const assign = (id: string, ids: string[], assignee: string | null) =>
    decide({ kind: "assign", id, ids, assignee });

  test("say once what was assigned in one step, and not what people assign to themselves", async () => {
    await assign("decision-1", ["a", "b"], "bea");
    await assign("decision-2", ["c"], "ada");
    expect(await listed("bea")).toEqual(["assigned 2 About a by Ada"]);
    expect(await listed("ada")).toEqual([]);
    await notifications().markRead("docs", "ada", { topic: "assigned:decision-1" });
    expect(await notifications().unread("docs", "bea")).toBe(1);
    expect(await notifications().markRead("docs", "bea", { topic: "assigned:decision-1" })).toBe(0);
    expect(await listed("bea")).toEqual(["assigned 2 About a by Ada, read"]);
  });

  test("go away when an item is assigned to someone else, or the decision is undone", async () => {
    await assign("decision-3", ["a"], null);
    expect(await listed("bea")).toEqual(["assigned 1 About b by Ada, read"]);
    await assign("decision-4", ["a", "c"], "bea");
    expect(await listed("bea")).toHaveLength(2);
    await decide({ kind: "undo", id: "decision-5", of: "decision-4" });
    expect(await listed("bea")).toEqual(["assigned 1 About b by Ada, read"]);
  });

  test("are back as they were when taking an item away is undone", async () => {
    await assign("decision-6", ["a", "c"], "bea");
    await notifications().markRead("docs", "bea", { topic: "assigned:decision-6" });
    await assign("decision-7", ["a"], "cyd");
    await assign("decision-8", ["a"], null);
    expect(await listed("cyd")).toEqual([]);
    await decide({ kind: "undo", id: "decision-9", of: "decision-8" });
    expect(await listed("cyd")).toEqual(["assigned 1 About a by Ada"]);
    // "a" was assigned again since, so that only "c" is affected.
    await decide({ kind: "undo", id: "decision-10", of: "decision-6" });
    expect(await listed("bea")).toEqual(["assigned 1 About b by Ada, read"]);
    await decide({ kind: "undo", id: "decision-11", of: "decision-7" });
    expect(await listed("cyd")).toEqual([]);
    expect(await listed("bea")).toEqual([
      "assigned 1 About a by Ada, read",
      "assigned 1 About b by Ada, read",
    ]);
    await assign("decision-12", ["a"], null);
  });

  test("name those whom a note mentions, once, until it doesn't", async () => {
    const notes = createNoteStore(store.query, clock, isActivePerson);
    const note = { id: "note-0001", text: "@Bea @Ada", mentions: ["bea", "ada", "gone"] };
    await notes.add("docs", "c", note, ADA);
    expect((await listed("bea"))[0]).toBe("mentioned 1 About c by Ada");
    expect(await listed("ada")).toEqual([]);
    expect(await listed("gone")).toEqual([]);
    await notifications().markRead("docs", "bea", { upTo: 1_000 });
    await notes.edit("docs", "c", { ...note, text: "@Bea, please", mentions: ["bea"] }, ADA);
    expect((await listed("bea"))[0]).toBe("mentioned 1 About c by Ada, read");
    await notes.edit("docs", "c", { ...note, text: "Never mind", mentions: [] }, ADA);
    expect(await listed("bea")).toHaveLength(1);
  });

  test("name the creator of a job while it needs attention", async () => {
    const job = {
      id: "job_1",
      project_id: "docs",
      intent_key: "key",
      state: "sent" as const,
      prompt: "Fix the token example",
      created_at: NOW,
      began_at: NOW,
      by_id: "bea",
    };
    await store.query.insertInto("job").values(job).execute();
    const change = (platform_status: string) =>
      changeJob(
        store.query,
        { ...job, next_poll_at: null },
        { platform_status },
        { at: NOW, events: [{ kind: "status" }] },
      );
    await change("failed");
    expect((await listed("bea"))[0]).toBe("job 1 Fix the token example by null");
    // A request that waited for a connection doesn't mark what is newer.
    const topic = "job:job_1";
    expect(await notifications().markRead("docs", "bea", { topic, upTo: 0 })).toBe(1);
    await notifications().markRead("docs", "bea", { topic });
    await change("failed");
    expect((await listed("bea"))[0]).toBe("job 1 Fix the token example by null, read");
    await change("completed");
    expect(await listed("bea")).toHaveLength(1);
    // Nothing is stored about an account that was deleted.
    await store.query.updateTable("job").set({ by_name: DELETED_PERSON }).execute();
    await change("failed");
    expect(await listed("bea")).toHaveLength(1);
  });

  test("are removed with their items and people", async () => {
    await assign("decision-6", ["a", "b"], "bea");
    await store.query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, "docs");
      await removeItems(trx, "docs", ["a"]);
    });
    expect(await listed("bea")).toEqual(["assigned 1 About b by Ada, read"]);
    await store.query.transaction().execute((trx) => forgetPerson(trx, "bea"));
    expect(await store.query.selectFrom("notification").selectAll().execute()).toEqual([]);
  });
});
