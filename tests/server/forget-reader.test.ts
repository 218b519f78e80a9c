import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAudit } from "../../lib/auth/audit.ts";
import { openAuth } from "../../lib/auth/open.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import { parseConfig } from "../../lib/config.ts";
import type { Database } from "../../lib/database/open.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createLog } from "../../lib/log.ts";
import type { EmbeddedPlatform } from "../../lib/platform/platform.ts";
import { cleanPages } from "../../lib/services/clean-pages.ts";
import {
  forgetReader,
  readerServices,
  resumeForgetting,
} from "../../lib/services/forget-reader.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { forgottenReaders } from "../../lib/store/forgotten-readers.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import { createDraftStore } from "../../lib/store/people/drafts.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { initialLane } from "../../lib/store/sync/state.ts";
import { createSyncStore, initialSyncState } from "../../lib/store/sync/store.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const KEPT = parseConfig({}).retention;
const clock = { now: () => 5 };
const by = { id: "ada", name: "Ada" };
// A part that `like` must not take for a pattern, and a domain that others share.
const reader = "the_reader@example.org";
const others = /other@example\.org|thexreader@example\.org/g;
const traces = /reader(@|%40|&#64;)example/;

describe.each(engines)("forgetting a reader on $name", (engine) => {
  let store: TestDatabase<StoreSchema>;
  let platform: TestPlatform;
  beforeEach(async () => {
    store = await openTestStore(engine, "forget");
    const local = { signIn: null, localKey: false, publicUrl: "http://127.0.0.1:3000" };
    await openAuth({ database: accounts(), clock, ...local, trustedOrigins: [], log: () => {} });
    platform = await openTestPlatform(engine);
  });
  afterEach(() => Promise.all([store.close(), platform.close()]));

  const entries = [
    mirrored({
      id: "a",
      contact: "The_Reader@Example.org",
      comment: `Write to ${reader}, please.`,
    }),
    mirrored({ id: "b", path: `/guides/${reader}`, code: "x('the_reader%40example.org')" }),
    mirrored({ id: "c", comment: `Line\n${reader}\n邮箱${reader}`, user: { [reader]: reader } }),
    mirrored({ id: "d", contact: "other@example.org", comment: "thexreader@example.org" }),
  ];
  const rejected = [
    { entryId: "e", raw: JSON.stringify({ id: "e", comment: `\n${reader}` }), reason: "?" },
    { entryId: null, raw: `{"comment":"${reader}`, reason: "?" },
  ];
  const sync = (observedAt: number) =>
    createSyncStore(store, undefined, cleanPages({ retention: KEPT })).commitPage(
      "docs",
      { entries, rejected, observedAt },
      ({ added }) => ({
        state: initialSyncState(added),
        lane: "full",
        laneState: initialLane(0),
      }),
    );
  const accounts = () => store as unknown as Database<AuthSchema>;
  const places = () => ({ store, platform, clock, audit: createAudit(accounts(), clock) });
  const readers = () => readerServices(places(), createFeedbackStore(store));

  /** Every row of the store and of the platform that can have an address, as text. */
  const everything = async () => {
    const { query } = store;
    const own = [
      ...(["feedback", "feedback_event", "feedback_index", "feedback_page"] as const),
      "quarantine" as const,
    ];
    const ledger = [
      "job",
      "job_message",
      "job_event",
      "review_comment",
      "project_setting",
      "draft",
    ] as const;
    const kept = ["forgotten_reader"] as const;
    const rows = [...own, ...ledger, ...kept].map((name) =>
      query.selectFrom(name).selectAll().execute(),
    );
    const { database } = platform;
    const tables = ["platform_entry", "platform_job_message", "platform_pull"] as const;
    const atPlatform = [...tables, "platform_submission" as const].map((name) =>
      database.query.selectFrom(name).selectAll().execute(),
    );
    const log = await places().audit.list({ limit: 9, before: null });
    const all = [...(await Promise.all([...rows, ...atPlatform])), log];
    return JSON.stringify(all).toLowerCase();
  };

  const quoteInJob = async () => {
    const job = { project_id: "docs", created_at: 1, began_at: 1, intent_key: "k", id: "j" };
    const sent = { state: "queued" as const, prompt: `> ${reader}` };
    await store.query
      .insertInto("job")
      .values({ ...job, ...sent })
      .execute();
    const detail = `{"a":"\\n${reader}"}`;
    await store.query
      .insertInto("job_event")
      .values({ project_id: "docs", job_id: "j", at: 1, kind: "status", detail })
      .execute();
    await createJobStore(store).saveReviewComment({
      project_id: "docs",
      id: "comment-1",
      job_id: "j",
      person_id: "ada",
      kind: "comment",
      path: "a.md",
      line: 1,
      last_line: 1,
      quote: `+${reader}`,
      text: `Ask ${reader}`,
      created_at: 1,
    });
    await createDraftStore(store, clock).save(
      { projectId: "docs", personId: "ada", id: "draft" },
      {
        revision: "revision-1",
        follows: [],
        isNew: true,
        selection: ["a"],
        content: JSON.stringify({ text: `Write to\n${reader}` }),
      },
    );
    // What an item said before and after its reader changed it.
    const said = { code: null, helpful: null, reasons: [] };
    const texts = { before: { ...said, comment: null }, after: { ...said, comment: reader } };
    const change = { kind: "set", field: "status", from_value: "dismissed", to_value: "pending" };
    await store.query
      .insertInto("feedback_event")
      .values({
        project_id: "docs",
        feedback_id: "a",
        at: 1,
        change_id: "c",
        ...change,
        texts: JSON.stringify(texts),
        set_by_name: null,
      })
      .execute();
    const instructions = {
      name: "instructions",
      value: JSON.stringify(`Ask ${reader}`),
      set_at: 1,
    };
    await store.query
      .insertInto("project_setting")
      .values({ project_id: "docs", ...instructions })
      .execute();
    const message = { job_id: "j", prompt: `Fix: ${reader}`, created_at: 1, done_at: 1 };
    await platform.database.query.insertInto("platform_job_message").values(message).execute();
  };
  const items = [
    { id: "a", path: "/a", source: "contextual", helpful: false, contact: reader },
    { id: "b", path: "/b", source: "agent", comment: `I am ${reader}` },
    { id: "c", path: "/c", source: "agent", comment: "other@example.org" },
  ].map((value, index) => ({ line: index + 1, value }));

  /** Sends feedback from a documentation site. */
  const post = async (to: EmbeddedPlatform, body: object) => {
    const site = { name: "Docs", origins: ["https://docs.example.com"], paths: [] };
    const { key } = await to.collectKeys.create("docs", site);
    const headers = { "content-type": "application/json" };
    const sent = { method: "POST", body: JSON.stringify({ url: "/a", ...body }), headers };
    const response = await to.handle(new Request(`http://127.0.0.1/v1/collect/${key}`, sent));
    expect(response.status).toBe(202);
  };
  const spam = { helpful: false, reasons: [`Line\n${reader}`], comment: `Line\n${reader}` };

  test("removes the address everywhere; a sync and an import don't bring it back", async () => {
    await sync(1);
    await quoteInJob();
    await store.query.updateTable("quarantine").set({ dismissed_at: 2 }).execute();
    await platform.importEntries("docs", items);
    await post(platform, { ...spam, email: reader, website: "x" });
    expect(await everything()).toMatch(traces);
    expect(await readers().count("docs", "a")).toBe(1);
    // Three items, two skipped ones, seven texts of the dashboard, three rows of the platform, and two texts of spam.
    expect(await readers().forget("docs", "a", by)).toBe(17);
    const expectGone = async () => {
      const left = await everything();
      expect(left.replaceAll(others, "")).not.toMatch(traces);
      expect(left.match(others)?.length).toBeGreaterThanOrEqual(3);
    };
    await expectGone();
    expect(await everything()).toContain("the reader of a in docs");
    expect(await verifyStore(store)).toEqual([]);
    const found = { ...NO_FILTERS, q: "the_reader" };
    expect((await createFeedbackStore(store).ids("docs", found, {})).ids).toEqual([]);
    // Again, with an older reading of the same items, and with the same file.
    expect(await sync(3)).toMatchObject({ added: 0, changed: 0 });
    const reopened = await platform.again({
      forgottenReaders: () => forgottenReaders(store.query),
      deletedAmong: async () => new Set(),
    });
    const imported = await reopened.importEntries("docs", items);
    expect(imported).toMatchObject({ accepted: 0, updated: 0, unchanged: 3 });
    await expectGone();
    await post(reopened, { helpful: true, comment: `Write to ${reader}`, email: reader });
    await expectGone();
    const { spamPosts } = await platform.spamPosts.list("docs", { limit: 9, cursor: null });
    expect(spamPosts).toMatchObject([{ entry: { contact: null, comment: "Line\n[removed]" } }]);
    const skipped = await store.query.selectFrom("quarantine").select("dismissed_at").execute();
    expect(skipped).toEqual([{ dismissed_at: 2 }, { dismissed_at: 2 }]);
  });

  test("finishes after an interruption, when only the hash is left", async () => {
    await sync(1);
    await platform.importEntries("docs", items);
    const broken = {
      ...places(),
      platform: { forgetReader: () => Promise.reject(new Error("the disk is full")) },
    };
    await expect(
      forgetReader(broken, { address: reader, by, subject: "a reader" }),
    ).rejects.toThrow("the disk is full");
    expect(await everything()).toMatch(traces);
    await resumeForgetting(
      places(),
      createLog("silent", () => []),
    );
    expect((await everything()).replaceAll(others, "")).not.toMatch(traces);
    const [row] = await store.query.selectFrom("forgotten_reader").selectAll().execute();
    expect(row).toMatchObject({ removed_at: 5 });
  });

  test("keeps a reader who isn't remembered, if the audit log can't be written", async () => {
    await sync(1);
    await accounts().query.schema.dropTable("audit").execute();
    await expect(readers().forget("docs", "a", by)).rejects.toThrow(/audit/);
    expect(await forgottenReaders(store.query)).toBeNull();
  });

  test("needs an email address", async () => {
    await sync(1);
    const forget = (address: string) =>
      forgetReader(places(), { address, by, subject: "a reader" });
    for (const address of ["", "reader", "a@example.org, b@example.org", "%@%"]) {
      await expect(forget(address)).rejects.toThrow("This isn't an email address.");
    }
    await expect(readers().forget("docs", "b", by)).rejects.toThrow("isn't an email address");
  });
});
