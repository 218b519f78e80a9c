import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import {
  BudgetExhausted,
  Conflict,
  InvalidRequest,
  NotFound,
  PlatformHttpError,
  PlatformTimeout,
  PlatformUnreachable,
} from "../../lib/errors.ts";
import { parseFilters } from "../../lib/filters/feedback-filters.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import { createFeedbackStore } from "../../lib/store/feedback.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, lookOnce, mirrored, openLedger } from "../support/ledger.ts";
import { ScriptedPlatform } from "../support/scripted-platform.ts";

const PROJECT = "docs";
const LINK = "https://git.example.com/pull/1";

const request = (intentKey = "intent-0001") => ({
  intentKey,
  prompt: "# Goal\nFix /guides/auth\n",
  feedbackIds: ["a", "b"],
});
const failing = (error: Error) => () => Promise.reject(error);

describe.each(engines)("the job ledger ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let platform: ScriptedPlatform;
  let now: number;
  let jobs: Jobs;

  beforeAll(async () => {
    database = await openTestDatabase<StoreSchema>(engine, "ledger");
    await openStore(database);
    await mirrored(database, PROJECT, [{ id: "a" }, { id: "b" }]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetJobs(database);
    platform = new ScriptedPlatform();
    now = 1_000_000;
    jobs = ledger();
  });

  const ledger = (on: Database<StoreSchema> = database) =>
    openLedger(on, { client: platform, clock: { now: () => now } });
  const row = () => database.query.selectFrom("job").selectAll().executeTakeFirstOrThrow();
  const refreshAfter = (milliseconds: number, id: string) => {
    now += milliseconds;
    return lookOnce(jobs, PROJECT, id);
  };

  test("an intent becomes a job once, however often it is sent", async () => {
    const first = await jobs.create(PROJECT, request());
    const again = await jobs.create(PROJECT, request());
    expect(first).toMatchObject({
      created: true,
      job: {
        state: "active",
        platformJobId: "platform-1",
        feedbackCount: 2,
        title: "Fix /guides/auth",
      },
    });
    expect(again).toEqual({ ...first, created: false });
    expect(platform.posts).toEqual([request().prompt]);
    const { prompt, feedback, missing } = await jobs.get(PROJECT, first.job.id);
    expect(prompt).toBe(request().prompt);
    expect(feedback.map(({ id, job }) => [id, job?.id])).toEqual([
      ["b", first.job.id],
      ["a", first.job.id],
    ]);
    expect(missing).toEqual([]);
  });

  test("ten clicks at once in two processes make one POST", async () => {
    const second = openDatabase<StoreSchema>(database.location);
    try {
      const ledgers = [ledger(), ledger(second)];
      const clicks = Array.from({ length: 10 }, (_, index) =>
        (ledgers[index % 2] ?? jobs).create(PROJECT, request()),
      );
      const results = await Promise.all(clicks);
      expect(platform.posts).toHaveLength(1);
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ job }) => job.id)).size).toBe(1);
    } finally {
      await second.close();
    }
  });

  test("an intent that was used for something else is a conflict, and nothing is sent", async () => {
    await jobs.create(PROJECT, request());
    const others = [
      { ...request(), prompt: "another" },
      { ...request(), feedbackIds: ["a"] },
    ];
    for (const other of others) {
      await expect(jobs.create(PROJECT, other)).rejects.toThrow(Conflict);
    }
    expect(platform.posts).toHaveLength(1);
  });

  test.each([
    ["unknown feedback", { feedbackIds: ["a", "nowhere"] }, /nowhere/],
    ["no feedback", { feedbackIds: [] }, /1 to 500/],
    [
      "too much feedback",
      { feedbackIds: Array.from({ length: 501 }, (_, id) => `${id}`) },
      /1 to 500/,
    ],
    ["an empty prompt", { prompt: " " }, /prompt/],
    ["a prompt that is too long", { prompt: "x".repeat(200_001) }, /200000/],
    ["a prompt that cannot be stored", { prompt: "a\0b" }, /prompt/],
    ["a short intent key", { intentKey: "short" }, /intentKey/],
    ["a blank in the intent key", { intentKey: "has a blank" }, /intentKey/],
  ])("a request with %s is refused before anything is written", async (_what, wrong, message) => {
    await expect(jobs.create(PROJECT, { ...request(), ...wrong })).rejects.toThrow(message);
    expect((await jobs.list(PROJECT)).jobs).toEqual([]);
    expect(platform.posts).toEqual([]);
  });

  test.each([
    new PlatformHttpError("The platform refused the request (400).", 400, "{}"),
    new NotFound("There is no such project."),
    new PlatformUnreachable("Nobody listens.", undefined, false),
  ])("after «$message» the job is refused, as certainly nothing was created", async (error) => {
    platform.onCreate = failing(error);
    const { job } = await jobs.create(PROJECT, request());
    expect(job).toMatchObject({ state: "refused", nextPollAt: null });
    expect(job.problem).toBe(`${error.message} No job was created.`);
    await jobs.create(PROJECT, request());
    expect(platform.posts).toHaveLength(1);
  });

  test.each([
    new BudgetExhausted("The hour is spent.", 60_000),
    new PlatformHttpError("The limit is reached (429).", 429, "{}", 60_000),
  ])("after «$message» the job waits, says until when, and is sent then, once", async (error) => {
    platform.onCreate = failing(error);
    const { job } = await jobs.create(PROJECT, request());
    expect(job).toMatchObject({ state: "waiting", notBefore: now + 60_000 });
    expect(job.problem).toContain(error.message);
    await jobs.create(PROJECT, request());
    await refreshAfter(59_999, job.id);
    expect(platform.posts).toHaveLength(1);
    platform.onCreate = async () => ({});
    now += 1;
    const others = [ledger(), ledger()];
    for (const other of others) other.start();
    await vi.waitFor(async () => expect((await row()).state).toBe("active"));
    await Promise.all(others.map((other) => other.stop()));
    expect(platform.posts).toHaveLength(2);
    const { history, notBefore, problem } = await jobs.get(PROJECT, job.id);
    expect({ notBefore, problem }).toEqual({ notBefore: null, problem: null });
    const kinds = history.map(({ kind }) => kind);
    expect(kinds).toEqual(["created", "sent", "waiting", "sent", "answered"]);
  });

  test("a job that waits can be taken back, and is never sent then", async () => {
    platform.onCreate = failing(new BudgetExhausted("The hour is spent.", 60_000));
    const { job } = await jobs.create(PROJECT, request());
    const taken = await jobs.resolve(PROJECT, job.id, { outcome: "cancel" });
    expect(taken.job).toMatchObject({ state: "cancelled", nextPollAt: null, notBefore: null });
    await jobs.create(PROJECT, request());
    await refreshAfter(60_000, job.id);
    expect(platform.posts).toHaveLength(1);
    await jobs.resolve(PROJECT, job.id, { outcome: "cancel" });
    const other = await jobs.create(PROJECT, request("intent-0002"));
    platform.onCreate = async () => ({});
    await refreshAfter(60_000, other.job.id);
    const late = jobs.resolve(PROJECT, other.job.id, { outcome: "cancel" });
    await expect(late).rejects.toThrow(Conflict);
  });

  test.each([
    new PlatformTimeout("No answer within 15 s."),
    new PlatformUnreachable("The connection broke off."),
    new PlatformHttpError("The platform failed (502).", 502, ""),
    new TypeError("a mistake of ours"),
  ])("after «$message» the job is unknown, and is never sent again by itself", async (error) => {
    platform.onCreate = failing(error);
    const { job } = await jobs.create(PROJECT, request());
    expect(job).toMatchObject({ state: "unknown", nextPollAt: null });
    expect(job.problem).toContain("is not known");
    expect(job.problem).not.toContain("mistake of ours");
    await jobs.create(PROJECT, request());
    await refreshAfter(86_400_000, job.id);
    expect(platform.posts).toHaveLength(1);
  });

  test("an intent whose process died before sending is sent by another, once", async () => {
    await jobs.create(PROJECT, request());
    const left = { state: "intent", platform_job_id: null, next_poll_at: now + 10_000 };
    await database.query.updateTable("job").set(left).execute();
    platform.posts = [];
    const { id } = await row();
    await refreshAfter(9_999, id);
    expect(platform.posts).toEqual([]);
    const others = [ledger(), ledger()];
    now += 1;
    for (const other of others) other.start();
    await vi.waitFor(async () => expect((await row()).state).toBe("active"));
    await Promise.all(others.map((other) => other.stop()));
    expect(platform.posts).toHaveLength(1);
  });

  test("a row whose process died while sending becomes unknown after a minute", async () => {
    await jobs.create(PROJECT, request());
    const left = { state: "sending", platform_job_id: null, next_poll_at: now + 60_000 };
    await database.query.updateTable("job").set(left).execute();
    now += 60_000;
    jobs.start();
    await vi.waitFor(async () => expect((await row()).state).toBe("unknown"));
    await jobs.stop();
    expect(await row()).toMatchObject({ next_poll_at: null });
    expect(platform.posts).toHaveLength(1);
  });

  test("an answer that comes after it was given up still counts", async () => {
    const answer = Promise.withResolvers<Record<string, unknown>>();
    platform.onCreate = () => answer.promise;
    const creating = jobs.create(PROJECT, request());
    await vi.waitFor(() => expect(platform.posts).toHaveLength(1));
    expect((await refreshAfter(60_000, (await row()).id)).state).toBe("unknown");
    answer.resolve({ status: "active" });
    expect((await creating).job).toMatchObject({ state: "active", problem: null });
  });

  test("polling goes on in the background until the pull request is there", async () => {
    const { job } = await jobs.create(PROJECT, request());
    platform.onRetrieve = async () =>
      platform.polls < 3 ? {} : { status: "completed", prLink: LINK };
    const both = [ledger(), ledger()];
    for (const each of both) each.start();
    await vi.waitFor(async () => {
      now += 1_000;
      expect((await row()).state).toBe("completed");
    });
    await Promise.all(both.map((each) => each.stop()));
    expect(await jobs.get(PROJECT, job.id)).toMatchObject({ prLink: LINK, nextPollAt: null });
    expect(platform.polls).toBe(3);
  });

  test("a due job is polled by one of those who ask at the same time", async () => {
    const { job } = await jobs.create(PROJECT, request());
    await lookOnce(jobs, PROJECT, job.id);
    expect(platform.polls).toBe(0);
    now += 1_000;
    await Promise.all(Array.from({ length: 6 }, () => lookOnce(ledger(), PROJECT, job.id)));
    expect(platform.polls).toBe(1);
  });

  test("a completed job without a link is looked at again until the link is there", async () => {
    const { job } = await jobs.create(PROJECT, request());
    platform.onRetrieve = async () => ({ status: "completed" });
    const settled = await refreshAfter(1_000, job.id);
    expect(settled).toMatchObject({ settledAt: now, nextPollAt: now + 1_000 });
    platform.onRetrieve = async () => ({ status: "completed", prLink: LINK });
    const linked = await refreshAfter(1_000, job.id);
    expect(linked).toMatchObject({ prLink: LINK, nextPollAt: null });
    expect(linked.settledAt).toBe(settled.settledAt);
  });

  test("a settled job is asked about again when a person wants it, and may be active again", async () => {
    platform.onCreate = async () => ({ status: "failed" });
    const { job } = await jobs.create(PROJECT, request());
    await refreshAfter(60_000, job.id);
    expect(platform.polls).toBe(0);
    const again = await jobs.lookAgain(PROJECT, job.id);
    expect(again).toMatchObject({ state: "active", settledAt: null });
    expect(again.nextPollAt).not.toBeNull();
  });

  test("a platform that is down is said and asked again; its answer clears the problem", async () => {
    const { job } = await jobs.create(PROJECT, request());
    platform.onRetrieve = failing(new PlatformUnreachable("The platform cannot be reached."));
    const down = await refreshAfter(1_000, job.id);
    expect(down).toMatchObject({ state: "active", nextPollAt: now + 1_000 });
    expect(down.problem).toContain("cannot be reached");
    platform.onRetrieve = async () => ({ status: "reviewing\0" });
    const up = await refreshAfter(1_000, job.id);
    expect(up).toMatchObject({ state: "reviewing", problem: null });
    expect(up.nextPollAt).not.toBeNull();
  });

  test("a job that the platform no longer has is said so and left alone", async () => {
    const { job } = await jobs.create(PROJECT, request());
    platform.onRetrieve = failing(new NotFound("The platform does not know the job."));
    const gone = await refreshAfter(1_000, job.id);
    expect(gone).toMatchObject({ state: "active", nextPollAt: null });
    expect(gone.problem).toContain("no longer exists");
  });

  test("a platform's status that is called like one of ours sends nothing", async () => {
    platform.onCreate = async () => ({ status: "intent" });
    const { job } = await jobs.create(PROJECT, request());
    await refreshAfter(60_000, job.id);
    await jobs.create(PROJECT, request());
    expect(platform.posts).toHaveLength(1);
    expect(platform.polls).toBe(1);
  });

  test("only a web address becomes a link", async () => {
    platform.onCreate = async () => ({ status: "completed", prLink: "javascript:alert(1)" });
    const { job } = await jobs.create(PROJECT, request());
    expect(job).toMatchObject({ state: "completed", prLink: null });
    expect(job.problem).toContain("not a web address");
  });

  test("feedback finds its jobs, without counting those it never went to as its newest", async () => {
    const { job } = await jobs.create(PROJECT, request());
    platform.onCreate = failing(new PlatformHttpError("No (400).", 400, "{}"));
    now += 1;
    const refused = await jobs.create(PROJECT, { ...request("intent-0002"), feedbackIds: ["a"] });
    const feedback = createFeedbackStore(database);
    const { filters } = parseFilters(new URLSearchParams({ job: job.id }));
    expect((await feedback.ids(PROJECT, filters)).ids).toEqual(["b", "a"]);
    const { jobs: history } = await feedback.detail(PROJECT, "a");
    expect(history.map(({ id }) => id)).toEqual([refused.job.id, job.id]);
    const { feedback: rows } = await feedback.page(PROJECT, filters, { limit: 9, cursor: null });
    expect(rows.map((entry) => entry.job?.id)).toEqual([job.id, job.id]);
  });

  test("the list gives every job of the project once, the newest first", async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      now += index % 2;
      made.push((await jobs.create(PROJECT, request(`intent-${index}000`))).job.id);
    }
    const first = await jobs.list(PROJECT, { limit: 2 });
    const second = await jobs.list(PROJECT, { limit: 2, cursor: first.nextCursor });
    const third = await jobs.list(PROJECT, { limit: 2, cursor: second.nextCursor });
    expect([first, second, third].map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    expect(third.nextCursor).toBeNull();
    const listed = [first, second, third].flatMap((page) => page.jobs);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    const times = listed.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect((await jobs.list("other")).jobs).toEqual([]);
    await expect(jobs.get("other", made[0] ?? "")).rejects.toThrow(NotFound);
    await expect(jobs.list(PROJECT, { cursor: "x" })).rejects.toThrow(InvalidRequest);
  });
});
