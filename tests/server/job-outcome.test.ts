import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobStatusWord } from "../../lib/contract/api/job-states.ts";
import { Conflict, InvalidRequest, NotFound, PlatformTimeout } from "../../lib/errors.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored, openLedger, processOnce } from "../support/ledger.ts";
import { ScriptedPlatform } from "../support/scripted-platform.ts";

const PROJECT = "docs";
const request = (intentKey = "intent-0001") => ({
  intentKey,
  prompt: "Fix /guides/auth",
  feedbackIds: ["a", "b"],
});

describe.each(anyEngine)("an unconfirmed job ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let platform: ScriptedPlatform;
  let now: number;
  let jobs: Jobs;
  let id: string;

  beforeAll(async () => {
    database = await openTestStore(engine, "outcome");
    await mirrored(database, PROJECT, [{ id: "a" }, { id: "b" }]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetJobs(database);
    platform = new ScriptedPlatform();
    now = 1_000_000;
    jobs = openLedger(database, { client: platform, clock: { now: () => now } });
    id = (await lost(request())).id;
  });

  const lost = async (asked: ReturnType<typeof request>) => {
    platform.onCreate = () => Promise.reject(new PlatformTimeout("No answer."));
    const { job } = await jobs.create(PROJECT, asked);
    platform.onCreate = async () => ({});
    return job;
  };

  test("is linked to the platform job that a person found, if the platform confirms it", async () => {
    const asked = { outcome: "exists", platformJobId: "job-7" } as const;
    platform.onRetrieve = async () => ({ status: "completed", prLink: "https://git/pull/1" });
    const { job } = await jobs.setOutcome(PROJECT, id, asked);
    expect(job).toMatchObject({
      platformStatus: "completed",
      platformJobId: "job-7",
      outcome: "exists",
      prLink: "https://git/pull/1",
      problem: null,
    });
    expect((await jobs.setOutcome(PROJECT, id, asked)).job.platformStatus).toBe("completed");
    const { history } = await jobs.get(PROJECT, id);
    expect(history.map(({ kind }) => kind)).toEqual([
      "created",
      "feedback",
      "sent",
      "unconfirmed",
      "outcome",
    ]);
  });

  test("can't be linked to a job that the platform doesn't have", async () => {
    const asked = { outcome: "exists", platformJobId: "job-7" } as const;
    platform.onRetrieve = () => Promise.reject(new NotFound("The platform does not know it."));
    await expect(jobs.setOutcome(PROJECT, id, asked)).rejects.toThrow(NotFound);
    platform.onRetrieve = async () => ({ id: "another" });
    await expect(jobs.setOutcome(PROJECT, id, asked)).rejects.toThrow(InvalidRequest);
    expect(await jobs.get(PROJECT, id)).toMatchObject({
      state: "unconfirmed",
      platformJobId: null,
    });
  });

  test("can't be linked to the platform job of another job", async () => {
    const other = await lost(request("intent-0002"));
    const claims = [id, other.id].map((each) =>
      jobs.setOutcome(PROJECT, each, { outcome: "exists", platformJobId: "job-7" }),
    );
    const outcomes = await Promise.allSettled(claims);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const answered = await jobs.create(PROJECT, request("intent-0003"));
    const free = outcomes[0]?.status === "fulfilled" ? other.id : id;
    const taken = { outcome: "exists", platformJobId: answered.job.platformJobId ?? "" } as const;
    await expect(jobs.setOutcome(PROJECT, free, taken)).rejects.toThrow(Conflict);
    expect(await jobs.get(PROJECT, free)).toMatchObject({ state: "unconfirmed" });
  });

  test("is retried as a new job, once", async () => {
    const again = { outcome: "retry", intentKey: "again-00001" } as const;
    const clicks = Array.from({ length: 4 }, () => jobs.setOutcome(PROJECT, id, again));
    const [first] = await Promise.all(clicks);
    expect(platform.posts).toHaveLength(2);
    expect(first?.job).toMatchObject({ state: "unconfirmed", outcome: "retry" });
    const retry = await jobs.get(PROJECT, first?.retry?.id ?? "");
    expect(retry).toMatchObject({
      platformStatus: "active",
      retryOf: id,
      prompt: request().prompt,
    });
    expect(retry.feedback.map((entry) => entry.id).toSorted()).toEqual(["a", "b"]);
    expect((await jobs.get(PROJECT, id)).retriedAs).toBe(retry.id);
    const other = { outcome: "retry", intentKey: "again-00002" } as const;
    await expect(jobs.setOutcome(PROJECT, id, other)).rejects.toThrow(Conflict);
    expect(platform.posts).toHaveLength(2);
  });

  test("is marked as handled once, however many people do that at once", async () => {
    const other = openLedger(database, { client: platform, clock: { now: () => now } });
    const said = [jobs, other, jobs].map((ledger) =>
      ledger.setOutcome(PROJECT, id, { outcome: "handled" }),
    );
    for (const { job } of await Promise.all(said)) expect(job.outcome).toBe("handled");
    const { history } = await jobs.get(PROJECT, id);
    expect(history.filter(({ kind }) => kind === "outcome")).toHaveLength(1);
  });

  test("isn't retried under a key that another job used", async () => {
    await jobs.create(PROJECT, request("intent-0002"));
    const again = { outcome: "retry", intentKey: "intent-0002" } as const;
    await expect(jobs.setOutcome(PROJECT, id, again)).rejects.toThrow(Conflict);
    expect(await jobs.get(PROJECT, id)).toMatchObject({ outcome: null, retriedAs: null });
    expect(platform.posts).toHaveLength(2);
  });

  test("is not created until a late answer arrives", async () => {
    const answer = Promise.withResolvers<Record<string, unknown>>();
    platform.onCreate = () => answer.promise;
    const creating = jobs.create(PROJECT, request("intent-0002"));
    while (platform.posts.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    const { jobs: listed } = await jobs.list(PROJECT, { states: ["sending"] });
    const late = listed[0]?.id ?? "";
    now += 60_000;
    expect((await processOnce(jobs, PROJECT, late)).state).toBe("unconfirmed");
    const said = await jobs.setOutcome(PROJECT, late, { outcome: "not_created" });
    expect(said.job).toMatchObject({ state: "not_created", outcome: "not_created" });
    answer.resolve({ id: "job-9" });
    const { job } = await creating;
    expect(job).toMatchObject({ platformStatus: "active", platformJobId: "job-9", outcome: null });
  });

  test("needs attention until it was handled", async () => {
    expect(await jobs.counts(PROJECT)).toMatchObject({ needsAttention: 1, active: 0 });
    await jobs.create(PROJECT, { ...request("intent-0002"), feedbackIds: ["a"] });
    platform.onCreate = async () => ({ status: "failed" });
    const failed = await jobs.create(PROJECT, request("intent-0003"));
    expect(await jobs.counts(PROJECT)).toMatchObject({ needsAttention: 2, active: 1 });
    const mine = await jobs.list(PROJECT, { needsAttention: true });
    expect(mine.jobs.map(jobStatusWord).toSorted()).toEqual(["failed", "unconfirmed"]);
    await jobs.setOutcome(PROJECT, id, { outcome: "handled" });
    await jobs.setOutcome(PROJECT, failed.job.id, { outcome: "retry", intentKey: "again-00003" });
    // What it was sent again as failed as well, and waits in its stead.
    expect(await jobs.counts(PROJECT)).toMatchObject({ needsAttention: 1, active: 1 });
    const about = await jobs.list(PROJECT, { page: "/x", states: ["failed"] });
    expect(about.jobs).toHaveLength(2);
    expect((await jobs.list(PROJECT, { page: "/y" })).jobs).toEqual([]);
    const open = await jobs.check(PROJECT, ["a", "b"]);
    expect(open.map((job) => [job.feedbackId, jobStatusWord(job)])).toEqual(
      expect.arrayContaining([
        ["a", "active"],
        ["a", "unconfirmed"],
        ["b", "unconfirmed"],
      ]),
    );
    expect(open).toHaveLength(3);
    expect(open.map(({ intentKey }) => intentKey)).toContain("intent-0002");
  });
});
