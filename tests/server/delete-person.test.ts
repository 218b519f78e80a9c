import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isActivePerson } from "../../lib/auth/people.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import { type PeopleServices, peopleServices } from "../../lib/services/people-services.ts";
import { assignedPeople } from "../../lib/store/changes/fields/assignee.ts";
import { createDraftStore } from "../../lib/store/people/drafts.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createViewStore } from "../../lib/store/views.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { itemHistory } from "../../lib/store/write/history.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { type AuthRig, openAuthRig, signUp } from "../support/auth.ts";
import { engines, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

describe.each(engines)("deleting a person on $name", (engine) => {
  let rig: AuthRig;
  let store: TestDatabase<StoreSchema>;
  let people: PeopleServices;
  beforeEach(async () => {
    rig = await openAuthRig(engine);
    // The server's one database.
    store = rig.database as unknown as TestDatabase<StoreSchema>;
    people = peopleServices(rig.auth);
  });
  afterEach(() => rig.close());

  /** Lets the person change a status twice, create a job, and archive it. */
  const work = async (by: { id: string; name: string }) => {
    const item = mirrored({ id: by.id });
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", [item], 1));
    const triage = createTriage({ database: store, clock: rig.clock, statusWrites: null });
    await triage.setStatus("docs", [by.id], "resolved", by);
    await triage.setStatus("docs", [by.id], "dismissed", by);
    const job = { project_id: "docs", created_at: 1, began_at: 1, intent_key: by.id, id: by.id };
    const own = { by_id: by.id, by_name: by.name };
    await store.query
      .insertInto("job")
      .values({ ...job, ...own, state: "queued", prompt: "Fix" })
      .execute();
    const detail = JSON.stringify({ by: by.name, note: `"by":"${by.name}"` });
    const event = { project_id: "docs", job_id: by.id, at: 1, kind: "archive" as const, detail };
    await store.query.insertInto("job_event").values(event).execute();
    const comment = { project_id: "docs", id: by.id, job_id: by.id, person_id: by.id };
    const lines = { path: "a.md", line: 1, last_line: 1, quote: "+a", text: "Why?" };
    await store.query
      .insertInto("review_comment")
      .values({ ...comment, ...lines, kind: "comment", created_at: 1 })
      .execute();
    const views = createViewStore(store.query, rig.clock);
    const view = { id: `view-${by.id}`, name: "View", query: "", isTeam: false, layout: null };
    await views.create("docs", by.id, view);
    await views.arrange("docs", by.id, { defaultId: view.id });
    const draft = { projectId: "docs", personId: by.id, id: "draft" };
    const unfinished = {
      revision: "revision-1",
      follows: [],
      isNew: true,
      selection: [by.id],
      content: "{}",
    };
    await createDraftStore(store, rig.clock).save(draft, unfinished);
  };
  const everything = async () => {
    const names = ["job", "job_event", "feedback_state", "feedback_event"] as const;
    const rows = names.map((name) => store.query.selectFrom(name).selectAll().execute());
    const own = ["auth_user", "auth_session", "auth_account", "auth_invitation", "audit"] as const;
    const accounts = own.map((name) => rig.database.query.selectFrom(name).selectAll().execute());
    return JSON.stringify(await Promise.all([...rows, ...accounts]));
  };

  test("ends their sessions, and keeps what they did under a neutral name", async () => {
    const { person: admin } = await signUp(rig.auth, "Ada", "admin");
    const { visitor, person } = await signUp(rig.auth, "Tri", "triager");
    await work(admin);
    await work(person);
    await rig.auth.setRole(admin, person.id, "admin");
    await rig.auth.invite(person, { email: "new@example.org", role: "viewer" });
    await rig.auth.createPasswordLink(admin, person.id);
    await expect(visitor.signIn("tri@example.org", "not the password")).rejects.toThrow();
    await people.delete(admin, person.id);
    expect(await visitor.person()).toBeNull();
    await expect(visitor.signIn("tri@example.org")).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const left = await everything();
    // Only what someone wrote, and the attempt to sign in that came later.
    expect(left.match(/\bTri\b/g)).toEqual(["Tri"]);
    expect(left.match(/tri@example\.org/g)).toEqual(["tri@example.org"]);
    expect(left.match(/\bDeleted teammate\b/g)?.length).toBeGreaterThanOrEqual(12);
    expect(left.match(/\bAda\b/g)?.length).toBeGreaterThanOrEqual(8);
    const log = await people.log({ limit: 2, before: null });
    expect(log.map(({ by, action, subject }) => `${by} ${action} ${subject}`)).toContain(
      "Ada deleted the account of a person with the role admin",
    );
    for (const [table, column] of [
      ["saved_view", "owner_id"],
      ["view_arrangement", "person_id"],
      ["review_comment", "person_id"],
      ["draft", "person_id"],
    ] as const) {
      const rows = await store.query.selectFrom(table).select(column).execute();
      expect(rows).toEqual([{ [column]: admin.id }]);
    }
    // The address is free for a new account.
    await rig.auth.invite(admin, { email: "tri@example.org", role: "viewer" });
  });

  test("keeps the name where another account has it, too", async () => {
    const { person: admin } = await signUp(rig.auth, "Ada", "admin");
    const { person: one } = await signUp(rig.auth, "Sam", "triager");
    const invited = await rig.auth.invite(admin, { email: "sam2@example.org", role: "triager" });
    expect(invited.link).toContain("/invitation/");
    await rig.database.query.updateTable("auth_user").set({ name: "Sam" }).execute();
    await work(one);
    await people.delete(admin, one.id);
    const events = await store.query.selectFrom("feedback_event").select("set_by_name").execute();
    expect(new Set(events.map(({ set_by_name: by }) => by))).toEqual(new Set(["Sam"]));
    const job = await store.query.selectFrom("job").select("by_name").executeTakeFirstOrThrow();
    expect(job.by_name).toBe("Deleted teammate");
  });

  test("leaves their items to nobody, also when an earlier assignment is undone", async () => {
    const { person: admin } = await signUp(rig.auth, "Ada", "admin");
    const { person } = await signUp(rig.auth, "Tri", "triager");
    const items = ["a", "b"].map((id) => mirrored({ id }));
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", items, 1));
    const assigned = async () =>
      Object.fromEntries(await assignedPeople(store.query, "docs", ["a", "b"]));
    const { apply } = createDecisions({
      database: store,
      clock: rig.clock,
      statusWrites: null,
      isActivePerson: (trx, id) => isActivePerson(trx as unknown as Kysely<AuthSchema>, id),
    });
    const assign = (id: string, ids: string[], to: string) =>
      apply("docs", [{ kind: "assign", id, age: 0, ids, assignee: to }], admin);
    await assign("decision-1", ["a", "b"], person.id);
    await assign("decision-2", ["b"], admin.id);
    await rig.auth.setDisabled(admin, person.id, true);
    for (const to of [person.id, `${admin.id}\0`]) {
      expect(await assign("decision-3", ["b"], to)).toMatchObject([{ outcome: "rejected" }]);
    }
    expect(await assigned()).toEqual({ a: person.id, b: admin.id });
    expect(await rig.auth.teammates()).toMatchObject([
      { name: "Ada", isActive: true },
      { name: "Tri", isActive: false },
    ]);
    await people.delete(admin, person.id);
    const undo = { kind: "undo", id: "decision-4", age: 0, of: "decision-2" } as const;
    await apply("docs", [undo], admin);
    expect(await assigned()).toEqual({});
    const history = await itemHistory(store.query, "docs", "a");
    expect(history.map(({ from, to, by }) => [from, to, by])).toEqual([
      ["", person.id, "Ada"],
      [person.id, "", null],
    ]);
    expect(await rig.auth.teammates()).toMatchObject([{ name: "Ada" }]);
  });

  test("is impossible for the last admin, also for two admins at the same time", async () => {
    const { person: admin } = await signUp(rig.auth, "Ada", "admin");
    await expect(people.delete(admin, admin.id)).rejects.toMatchObject({ code: "conflict" });
    await expect(people.delete(admin, "nobody")).rejects.toMatchObject({ code: "not_found" });
    const { person: second } = await signUp(rig.auth, "Bea", "admin");
    const both = await Promise.allSettled([
      people.delete(admin, second.id),
      people.delete(second, admin.id),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await people.people()).people).toHaveLength(1);
  });

  test("does nothing if the audit log can't be written", async () => {
    const { person: admin } = await signUp(rig.auth, "Ada", "admin");
    const { visitor, person } = await signUp(rig.auth, "Tri", "triager");
    const auth = { ...rig.auth };
    const failing = peopleServices({
      ...auth,
      deletePerson: (by, id, rename) =>
        rig.auth.deletePerson(by, id, async (trx, deleted) => {
          await rename(trx, deleted);
          throw new Error("the disk is full");
        }),
    });
    await expect(failing.delete(admin, person.id)).rejects.toThrow("the disk is full");
    expect(await visitor.person()).toMatchObject({ name: "Tri" });
    expect(await everything()).not.toContain("Deleted teammate");
  });
});
