import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeldDecision } from "../../lib/contract/api/leash.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored, openLedger, processOnce } from "../support/ledger.ts";
import { ScriptedPlatform } from "../support/scripted-platform.ts";

const PROJECT = "docs";
const LINK = "https://git.example.com/pull/12";
const ANN = { id: "ann", name: "Ann" };
const LINES = { path: ".github/workflows/check.yml", line: 1, lastLine: 1, quote: "+on: push" };

describe.each(anyEngine)("a change that waited ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let platform: ScriptedPlatform;
  let jobs: Jobs;
  let now: number;
  /** The platform's IDs of jobs whose change waits. */
  let held: string[];
  /** Whether the platform's job is over with a decision. */
  let hasEnded: boolean;
  let id: string;

  beforeAll(async () => {
    database = await openTestStore(engine, "held");
    await mirrored(database, PROJECT, [{ id: "a" }]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetJobs(database);
    platform = new ScriptedPlatform();
    now = 1_000_000;
    held = ["platform-1"];
    jobs = openLedger(database, {
      client: platform,
      clock: { now: () => now },
      heldJobs: async () => held,
      carryOut: async () => ({ status: hasEnded ? "failed" : "active" }),
      readPull: async () => null,
    });
    const asked = { intentKey: "intent-0001", prompt: "Fix it", feedbackIds: ["a"] };
    id = (await jobs.create(PROJECT, asked)).job.id;
  });

  const needsAttention = async () => {
    const { jobs: listed } = await jobs.list(PROJECT, { needsAttention: true });
    const { needsAttention: count } = await jobs.counts(PROJECT);
    expect(listed).toHaveLength(count);
    return count === 1;
  };
  const decide = (decision: HeldDecision, isOver = false) => {
    [held, hasEnded] = [[], isOver];
    const leftOut = decision === "trim" ? [LINES] : [];
    const action = {
      kind: "decide" as const,
      decision,
      version: "0123456789abcdef",
      files: 1,
      leftOut,
    };
    return jobs.act(PROJECT, id, action, ANN);
  };
  const becomes = async (answer: Record<string, unknown>) => {
    platform.onRetrieve = async () => answer;
    now += 60_000;
    await processOnce(jobs, PROJECT, id);
  };

  test("needs attention until someone decides, also of a job that was marked as handled", async () => {
    expect(await needsAttention()).toBe(true);
    await jobs.setOutcome(PROJECT, id, { outcome: "handled" }, ANN);
    expect(await needsAttention()).toBe(true);
    await decide("allow");
    expect(await needsAttention()).toBe(false);
  });

  test("and was discarded needs none, until a follow-up fails", async () => {
    await decide("discard", true);
    await becomes({ status: "failed" });
    expect(await jobs.get(PROJECT, id)).toMatchObject({ outcome: "discarded" });
    expect(await needsAttention()).toBe(false);
    expect(await database.query.selectFrom("notification").selectAll().execute()).toEqual([]);
    const message = { intentKey: "message-0001", prompt: "Again" };
    await jobs.message(PROJECT, id, message, ANN);
    await becomes({ status: "failed" });
    expect(await needsAttention()).toBe(true);
  });

  test("and was discarded while a follow-up waits is that follow-up's job", async () => {
    await decide("discard");
    await becomes({ status: "failed" });
    expect(await needsAttention()).toBe(true);
    await becomes({ status: "archived", archivedAt: "2026-11-27T12:00:00Z" });
    await jobs.checkNow(PROJECT, id);
    expect(await needsAttention()).toBe(false);
  });

  test("is decided on after a request that this version doesn't know", async () => {
    await database.query.updateTable("job").set({ requested: '{"kind":"later"}' }).execute();
    await becomes({ status: "active" });
    await decide("allow");
    const { history } = await jobs.get(PROJECT, id);
    expect(history.filter(({ kind }) => kind === "held")).toHaveLength(1);
    const rows = await database.query.selectFrom("job").select("requested").execute();
    expect(rows).toEqual([{ requested: null }]);
  });

  test("and was trimmed leaves out what the next follow-up and later prompts mention", async () => {
    await decide("trim");
    await becomes({ status: "completed", prLink: LINK });
    expect(await needsAttention()).toBe(true);
    const store = createJobStore(database);
    const comments = await store.reviewComments({ project_id: PROJECT, job_id: id }, "bob");
    expect(comments).toMatchObject([{ ...LINES, kind: "discarded", sentAt: null }]);
    await database.query.updateTable("job").set({ pr_state: "open" }).execute();
    const pulls = await createFeedbackStore(database).earlierPulls(PROJECT, new Set(["/x"]));
    expect(pulls).toEqual([{ page: "/x", link: LINK, state: "open", discarded: [LINES] }]);
  });
});
