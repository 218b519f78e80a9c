import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { REVIEW } from "../../lib/contract/api/limits.ts";
import { BudgetExhausted, Conflict, NotFound } from "../../lib/errors.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import {
  type ReviewCommentServices,
  reviewCommentServices,
} from "../../lib/services/review-comment-services.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { engines, openTestStore, ruleTest, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored, openLedger } from "../support/ledger.ts";
import { editBranch, gitIn } from "../support/repository.ts";
import { ScriptedPlatform } from "../support/scripted-platform.ts";
import { openWorkshop, runJob, type Workshop } from "../support/workshop.ts";

const PROJECT = "docs";
const LINK = "https://git.example.com/pull/1";
const ANN = { id: "ann", name: "Ann" };
const BOB = { id: "bob", name: "Bob" };

const commentOn = (id: string, text = "Why?") => ({
  id,
  path: "guide.md",
  line: 3,
  lastLine: 4,
  quote: "-old\n+new\n same",
  text,
});

describe.each(engines)("comments on a change ($name)", (engine) => {
  const rule = ruleTest(engine);
  let database: TestDatabase<StoreSchema>;
  let platform: ScriptedPlatform;
  let now: number;
  let jobs: Jobs;
  let id: string;
  let comments: ReviewCommentServices;
  let audited: string[];

  beforeAll(async () => {
    database = await openTestStore(engine, "comments");
    await mirrored(database, PROJECT, [{ id: "a" }]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetJobs(database);
    platform = new ScriptedPlatform();
    platform.onCreate = async () => ({ status: "completed", prLink: LINK });
    now = 1_000_000;
    audited = [];
    jobs = openLedger(database, { client: platform, clock });
    comments = servicesOf(null);
    const asked = { intentKey: "intent-0001", prompt: "Fix it", feedbackIds: ["a"] };
    id = (await jobs.create(PROJECT, asked)).job.id;
  });

  const clock = { now: () => now };
  const servicesOf = (shop: Workshop | null, known: object = {}, store: object = {}) =>
    reviewCommentServices({
      platform: shop && { pulls: shop.host.pulls },
      jobs: { get: async (...given) => ({ ...(await jobs.get(...given)), ...known }) },
      store: { ...createJobStore(database), ...store },
      audit: { record: async (by, action) => void audited.push(`${by?.name} ${action}`) },
      clock,
    });
  const save = (key: string, text?: string, by = ANN) =>
    comments.save(PROJECT, id, commentOn(key, text), by.id);
  const send = (key: string, ids: readonly string[], by = ANN) =>
    jobs.message(PROJECT, id, { intentKey: key, prompt: key, comments: ids }, by);
  const sentAt = async (by = ANN) =>
    (await comments.list(PROJECT, id, by.id)).map((each) => [each.id, each.sentAt]);
  const sentWith = async () =>
    (await comments.list(PROJECT, id, ANN.id)).map(({ message }) => message);

  test("are kept for each person, once, edited and deleted", async () => {
    await Promise.all([1, 2, 3].map(() => save("comment-1", "See\0 this")));
    now += 1;
    await save("comment-2");
    await save("comment-3", "Bob's", BOB);
    const stored = { ...commentOn("comment-1", "See this"), kind: "comment", sentAt: null };
    expect(await comments.list(PROJECT, id, ANN.id)).toMatchObject([stored, { id: "comment-2" }]);
    expect(await comments.list(PROJECT, id, BOB.id)).toMatchObject([{ id: "comment-3" }]);
    const [edited] = await save("comment-1", "Second thought");
    expect(edited).toMatchObject({ text: "Second thought", createdAt: 1_000_000 });
    const theirs = [
      () => save("comment-1", "Yours", BOB),
      () => comments.delete(PROJECT, id, "comment-1", BOB.id),
      () => comments.delete("other", id, "comment-1", ANN.id),
      () => comments.save(PROJECT, "unknown", commentOn("comment-4"), ANN.id),
      () => comments.list("other", id, ANN.id),
    ];
    for (const attempt of theirs) await expect(attempt).rejects.toThrow(NotFound);
    expect(await comments.delete(PROJECT, id, "comment-1", ANN.id)).toMatchObject([
      { id: "comment-2" },
    ]);
    const left = database.query.selectFrom("review_comment").select(["quote", "text"]);
    const row = await left.where("id", "=", "comment-1").executeTakeFirst();
    expect(row).toEqual({ quote: "", text: null });
    // A request that arrives late doesn't bring it back.
    await expect(save("comment-1", "See this")).rejects.toThrow(NotFound);
    expect(await sentAt()).toEqual([["comment-2", null]]);
  });

  test("are sent with one follow-up, also from two browsers at once", async () => {
    for (const key of ["comment-1", "comment-2"]) await save(key);
    await save("comment-3", "Bob's", BOB);
    const both = ["comment-1", "comment-2"];
    const other = openLedger(database, { client: platform, clock });
    const request = { intentKey: "message-002", prompt: "other", comments: both };
    const results = await Promise.allSettled([
      send("message-001", both),
      other.message(PROJECT, id, request, ANN),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict", message: expect.stringContaining("already sent") },
    });
    expect(platform.messages).toHaveLength(1);
    expect((await jobs.get(PROJECT, id)).messages).toHaveLength(1);
    expect(await sentAt()).toEqual(both.map((key) => [key, now]));
    const { messages } = await jobs.get(PROJECT, id);
    expect(await sentWith()).toEqual([messages[0]?.id, messages[0]?.id]);
    // The same request again sends nothing more.
    const [sent] = (await jobs.get(PROJECT, id)).messages;
    if (sent?.prompt === "message-001") await send("message-001", both);
    else await other.message(PROJECT, id, request, ANN);
    expect(platform.messages).toHaveLength(1);
    await expect(save("comment-1", "Too late")).rejects.toThrow(Conflict);
    await expect(comments.delete(PROJECT, id, "comment-1", ANN.id)).rejects.toThrow(Conflict);
    // Nor those of someone else, deleted ones, or unknown ones.
    for (const ids of [["comment-3"], ["unknown-1"]])
      await expect(send("message-003", ids)).rejects.toThrow(Conflict);
    expect(platform.messages).toHaveLength(1);
  });

  test("are pending again once their follow-up is canceled or rejected", async () => {
    await save("comment-1");
    platform.onMessage = () => Promise.reject(new BudgetExhausted("The hour is spent.", 60_000));
    const { message } = await send("message-001", ["comment-1"]);
    expect(await sentAt()).toEqual([["comment-1", now]]);
    await expect(send("message-002", ["comment-1"])).rejects.toThrow(Conflict);
    await jobs.cancelMessage(PROJECT, id, message.id);
    expect(await sentAt()).toEqual([["comment-1", null]]);
    expect(await sentWith()).toEqual([null]);
    platform.onMessage = async () => ({});
    now += 5;
    await save("comment-1", "Edited");
    await send("message-003", ["comment-1"]);
    expect(await sentAt()).toEqual([["comment-1", now]]);
  });

  test("are limited to what a person can send", async () => {
    const many = Array.from({ length: REVIEW.pending }, (_, index) => `comment-${index}`);
    const { lastLine, id: _, ...rest } = commentOn("");
    const row = { ...rest, last_line: lastLine, kind: "comment", created_at: now } as const;
    const of = { project_id: PROJECT, job_id: id, person_id: ANN.id };
    const rows = many.map((key) => ({ ...row, ...of, id: key }));
    await database.query.insertInto("review_comment").values(rows).execute();
    await expect(save("comment-more")).rejects.toThrow("Send them first");
    await send("message-001", many);
    await save("comment-more");
    expect(platform.messages).toHaveLength(1);
  });

  describe("with a repository", () => {
    let shop: Workshop;
    let open: object;
    beforeEach(async () => {
      const run = async ({ folder }: { folder: string }) => {
        writeFileSync(join(folder, "new.md"), "one\ntwo\n");
        return { summary: "Wrote it." };
      };
      shop = await openWorkshop({ agent: { model: "test-agent", run } });
      shop.jobs.start();
      const job = await runJob(shop.jobs, "Fix /quickstart");
      open = { platformJobId: job.id, platformStatus: "completed", prState: "open" };
      comments = servicesOf(shop, open);
    });
    afterEach(() => shop.close());

    const seen = async (key: string) => {
      const { platformJobId } = open as { platformJobId: string };
      const changes = (await shop.host.pulls.ofJob(platformJobId, 1))?.changes;
      const [file] = changes?.files ?? [];
      const [head, version] = [changes?.head ?? "", file?.version ?? ""];
      return { id: key, head, version, path: "new.md", hunk: file?.hunks[0]?.id ?? "" };
    };
    const events = async () =>
      (await jobs.get(PROJECT, id)).history.filter(
        ({ kind }) => kind === "discard" || kind === "edit",
      );
    const branch = async () => {
      const { platformJobId } = open as { platformJobId: string };
      return (await shop.host.pulls.ofJob(platformJobId, 1))?.changes.branch ?? "";
    };
    /** As the next reading of the branch does. */
    const settle = async () => {
      const { platformJobId } = open as { platformJobId: string };
      await shop.host.pulls.ofJob(platformJobId, 1);
      await comments.settle(PROJECT, id);
    };

    rule("a discarded hunk is in the history, and for the next follow-up of anyone", async () => {
      const hunk = await seen("discard-1");
      for (const known of [{ platformStatus: "active" }, { prState: "merged" }]) {
        const attempt = servicesOf(shop, { ...open, ...known }).discard(PROJECT, id, hunk, ANN);
        await expect(attempt).rejects.toThrow(Conflict);
      }
      await expect(servicesOf(null, open).discard(PROJECT, id, hunk, ANN)).rejects.toThrow(
        Conflict,
      );
      expect(audited).toEqual([]);
      await comments.discard(PROJECT, id, hunk, ANN);
      const discarded = {
        id: "discard-1",
        kind: "discarded",
        path: "new.md",
        line: 1,
        lastLine: 2,
        quote: "+one\n+two",
        text: "",
        sentAt: null,
      };
      expect(await comments.list(PROJECT, id, BOB.id)).toMatchObject([discarded]);
      const detail = { path: "new.md", line: 1, lastLine: 2, comment: "discard-1", by: "Ann" };
      expect(await events()).toMatchObject([{ detail }]);
      expect(audited).toEqual(["Ann discarded"]);
      // The answer was lost.
      await comments.discard(PROJECT, id, hunk, ANN);
      expect(await events()).toHaveLength(1);
      await send("message-001", ["discard-1"], BOB);
      expect(await sentAt(ANN)).toEqual([["discard-1", now]]);
    });

    rule("a discarded hunk takes no comment's ID, and nothing changes then", async () => {
      await save("comment-1", "Bob's", BOB);
      const { platformJobId } = open as { platformJobId: string };
      const before = (await shop.host.pulls.ofJob(platformJobId, 1))?.changes.head;
      const attempt = comments.discard(PROJECT, id, await seen("comment-1"), ANN);
      await expect(attempt).rejects.toThrow("its ID is taken");
      expect((await shop.host.pulls.ofJob(platformJobId, 1))?.changes.head).toBe(before);
      expect(await comments.list(PROJECT, id, BOB.id)).toMatchObject([{ text: "Bob's" }]);
      expect(await events()).toEqual([]);
    });

    rule("an edit is in the history, and for the next follow-up of anyone", async () => {
      const lines = { ...(await seen("edit-0001")), line: 2, lastLine: 2, text: "second" };
      await comments.edit(PROJECT, id, lines, ANN);
      const edited = { id: "edit-0001", kind: "edited", quote: "-two\n+second", text: "" };
      const place = { path: "new.md", line: 2, lastLine: 2 };
      expect(await comments.list(PROJECT, id, BOB.id)).toMatchObject([{ ...edited, ...place }]);
      const detail = { ...place, comment: "edit-0001", by: "Ann" };
      expect(await events()).toMatchObject([{ kind: "edit", detail }]);
      expect(audited).toEqual(["Ann edited"]);
      // The answer was lost.
      await comments.edit(PROJECT, id, lines, ANN);
      await settle();
      expect(await events()).toHaveLength(1);
    });

    rule("what the repository rejects leaves nothing but the audit log's entries", async () => {
      const hunk = await seen("discard-1");
      gitIn(shop.origin, "config", "receive.hideRefs", "refs/heads/errata");
      await expect(comments.discard(PROJECT, id, hunk, ANN)).rejects.toThrow(Conflict);
      expect(audited).toEqual(["Ann discarded", "Ann failed to discard"]);
      const nothing = async () => {
        expect(await comments.list(PROJECT, id, ANN.id)).toEqual([]);
        expect(await events()).toEqual([]);
        await expect(send("message-001", ["discard-1"])).rejects.toThrow(Conflict);
      };
      await nothing();
      gitIn(shop.origin, "config", "--unset", "receive.hideRefs");
      editBranch(shop.origin, await branch(), "new.md", (text) => `${text}three\n`);
      await settle();
      await nothing();
      expect(await database.query.selectFrom("review_comment").select("id").execute()).toEqual([]);
    });

    rule("a push whose answer was lost is found on the branch, once", async () => {
      const hunk = await seen("discard-1");
      // The process that pushed it is killed before it can record that.
      const { promise: isPushed, resolve } = Promise.withResolvers<void>();
      const confirmCommit = () => new Promise<never>(() => resolve());
      void servicesOf(shop, open, { confirmCommit }).discard(PROJECT, id, hunk, ANN);
      await isPushed;
      expect(await events()).toEqual([]);
      await Promise.all([settle(), settle()]);
      expect(await events()).toHaveLength(1);
      expect(await comments.list(PROJECT, id, BOB.id)).toMatchObject([{ id: "discard-1" }]);
      await settle();
      expect(await events()).toHaveLength(1);
    });
  });
});
