import { describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../lib/database/open.ts";
import {
  BudgetExhausted,
  Conflict,
  NotFound,
  PlatformHttpError,
  PlatformTimeout,
  PlatformUnreachable,
} from "../../lib/errors.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { engines } from "../support/databases.ts";
import { failing, openLedgerRig, PROJECT, request } from "../support/ledger-rig.ts";

describe.each(engines)("the job ledger ($name)", (engine) => {
  const rig = openLedgerRig(engine);

  test("the history of a job whose status keeps changing is bounded, and has its end", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    const store = createJobStore(rig.database);
    let known = await rig.row();
    for (let step = 1; step <= 120; step += 1) {
      const events = [{ kind: "status" as const, detail: { from: step - 1, to: step } }];
      const change = { next_poll_at: rig.now + step };
      await store.change(known, change, { at: rig.now + step, events });
      known = { ...known, ...change };
    }
    const { history } = await rig.jobs.get(PROJECT, job.id);
    expect(history[0]?.kind).toBe("created");
    const statuses = history.flatMap(({ kind, detail }) => (kind === "status" ? [detail.to] : []));
    expect(statuses).toEqual([...Array.from({ length: 99 }, (_, at) => at + 1), 120]);
  });

  test("an intent becomes a job once, however often it is sent", async () => {
    const first = await rig.jobs.create(PROJECT, request());
    const again = await rig.jobs.create(PROJECT, request());
    expect(first).toMatchObject({
      created: true,
      job: {
        platformStatus: "active",
        platformJobId: "platform-1",
        feedbackCount: 2,
        title: "Fix /guides/auth",
      },
    });
    expect(again).toEqual({ ...first, created: false });
    expect(rig.platform.posts).toEqual([request().prompt]);
    const { prompt, feedback, missing } = await rig.jobs.get(PROJECT, first.job.id);
    expect(prompt).toBe(request().prompt);
    expect(feedback.map(({ id, job }) => [id, job?.id])).toEqual([
      ["b", first.job.id],
      ["a", first.job.id],
    ]);
    expect(missing).toEqual([]);
  });

  test("ten clicks at once in two processes make one POST", async () => {
    const second = openDatabase<StoreSchema>(rig.database.location);
    try {
      const ledgers = [rig.ledger(), rig.ledger(second)];
      const clicks = Array.from({ length: 10 }, (_, index) =>
        (ledgers[index % 2] ?? rig.jobs).create(PROJECT, request()),
      );
      const results = await Promise.all(clicks);
      expect(rig.platform.posts).toHaveLength(1);
      expect(results.filter(({ created }) => created)).toHaveLength(1);
      expect(new Set(results.map(({ job }) => job.id)).size).toBe(1);
    } finally {
      await second.close();
    }
  });

  test("an intent that was used for something else is a conflict, and nothing is sent", async () => {
    await rig.jobs.create(PROJECT, request());
    const others = [
      { ...request(), prompt: "another" },
      { ...request(), feedbackIds: ["a"] },
    ];
    for (const other of others) {
      await expect(rig.jobs.create(PROJECT, other)).rejects.toThrow(Conflict);
    }
    expect(rig.platform.posts).toHaveLength(1);
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
  ])("a request with %s is rejected before anything is written", async (_what, wrong, message) => {
    await expect(rig.jobs.create(PROJECT, { ...request(), ...wrong })).rejects.toThrow(message);
    expect((await rig.jobs.list(PROJECT)).jobs).toEqual([]);
    expect(rig.platform.posts).toEqual([]);
  });

  test.each([
    new PlatformHttpError("The platform refused the request (400).", 400, "{}"),
    new PlatformHttpError("The platform refused the request (409).", 409, "{}"),
    new NotFound("There is no such project."),
    new PlatformUnreachable("Nobody listens.", undefined, false),
  ])(
    "after «$message» the job is rejected, because certainly nothing was created",
    async (error) => {
      rig.platform.onCreate = failing(error);
      const { job } = await rig.jobs.create(PROJECT, request());
      expect(job).toMatchObject({ state: "rejected", nextPollAt: null });
      expect(job.problem).toBe(`${error.message} No job was created.`);
      await rig.jobs.create(PROJECT, request());
      expect(rig.platform.posts).toHaveLength(1);
    },
  );

  test.each([
    new BudgetExhausted("The hour is spent.", 60_000),
    new PlatformHttpError("The limit is reached (429).", 429, "{}", 60_000),
  ])("after «$message» the job is scheduled, and is sent at that time, once", async (error) => {
    rig.platform.onCreate = failing(error);
    const { job } = await rig.jobs.create(PROJECT, request());
    expect(job).toMatchObject({ state: "scheduled", scheduledFor: rig.now + 60_000 });
    expect(job.problem).toContain(error.message);
    await rig.jobs.create(PROJECT, request());
    await rig.processDueJob(59_999, job.id);
    expect(rig.platform.posts).toHaveLength(1);
    rig.platform.onCreate = async () => ({});
    rig.now += 1;
    const others = [rig.ledger(), rig.ledger()];
    for (const other of others) other.start();
    await vi.waitFor(async () => expect((await rig.row()).platform_status).toBe("active"));
    await Promise.all(others.map((other) => other.stop()));
    expect(rig.platform.posts).toHaveLength(2);
    const { history, scheduledFor, problem } = await rig.jobs.get(PROJECT, job.id);
    expect({ scheduledFor, problem }).toEqual({ scheduledFor: null, problem: null });
    const kinds = history.map(({ kind }) => kind);
    expect(kinds).toEqual(["created", "feedback", "sent", "scheduled", "sent", "answered"]);
  });

  test("a scheduled job can be canceled, and is never sent", async () => {
    rig.platform.onCreate = failing(new BudgetExhausted("The hour is spent.", 60_000));
    const { job } = await rig.jobs.create(PROJECT, request());
    const taken = await rig.jobs.setOutcome(PROJECT, job.id, { outcome: "cancel" });
    expect(taken.job).toMatchObject({ state: "canceled", nextPollAt: null, scheduledFor: null });
    await rig.jobs.create(PROJECT, request());
    await rig.processDueJob(60_000, job.id);
    expect(rig.platform.posts).toHaveLength(1);
    await rig.jobs.setOutcome(PROJECT, job.id, { outcome: "cancel" });
    const other = await rig.jobs.create(PROJECT, request("intent-0002"));
    rig.platform.onCreate = async () => ({});
    await rig.processDueJob(60_000, other.job.id);
    const late = rig.jobs.setOutcome(PROJECT, other.job.id, { outcome: "cancel" });
    await expect(late).rejects.toThrow(Conflict);
  });

  test.each([
    new PlatformTimeout("No answer within 15 s."),
    new PlatformUnreachable("The connection broke off."),
    new PlatformHttpError("The platform failed (502).", 502, ""),
    new TypeError("a mistake of ours"),
  ])(
    "after «$message» the job is unconfirmed, and is never sent again automatically",
    async (error) => {
      rig.platform.onCreate = failing(error);
      const { job } = await rig.jobs.create(PROJECT, request());
      expect(job).toMatchObject({ state: "unconfirmed", nextPollAt: null });
      expect(job.problem).toContain("may or may not exist");
      expect(job.problem).not.toContain("mistake of ours");
      await rig.jobs.create(PROJECT, request());
      await rig.processDueJob(86_400_000, job.id);
      expect(rig.platform.posts).toHaveLength(1);
    },
  );

  test("an intent whose process died before sending is sent by another, once", async () => {
    await rig.jobs.create(PROJECT, request());
    const left = {
      state: "queued" as const,
      platform_status: null,
      platform_job_id: null,
      next_poll_at: rig.now + 10_000,
    };
    await rig.database.query.updateTable("job").set(left).execute();
    rig.platform.posts = [];
    const { id } = await rig.row();
    await rig.processDueJob(9_999, id);
    expect(rig.platform.posts).toEqual([]);
    const others = [rig.ledger(), rig.ledger()];
    rig.now += 1;
    for (const other of others) other.start();
    await vi.waitFor(async () => expect((await rig.row()).platform_status).toBe("active"));
    await Promise.all(others.map((other) => other.stop()));
    expect(rig.platform.posts).toHaveLength(1);
  });

  test("a row whose process died while sending becomes unconfirmed when its claim ends", async () => {
    await rig.jobs.create(PROJECT, request());
    const left = {
      state: "sending" as const,
      platform_status: null,
      platform_job_id: null,
      next_poll_at: rig.now + 60_000,
    };
    await rig.database.query.updateTable("job").set(left).execute();
    rig.now += 60_000;
    rig.jobs.start();
    await vi.waitFor(async () => expect((await rig.row()).state).toBe("unconfirmed"));
    await rig.jobs.stop();
    expect(await rig.row()).toMatchObject({ next_poll_at: null });
    expect(rig.platform.posts).toHaveLength(1);
  });

  test("an answer that comes after it was given up still counts", async () => {
    const answer = Promise.withResolvers<Record<string, unknown>>();
    rig.platform.onCreate = () => answer.promise;
    const creating = rig.jobs.create(PROJECT, request());
    await vi.waitFor(() => expect(rig.platform.posts).toHaveLength(1));
    expect((await rig.processDueJob(60_000, (await rig.row()).id)).state).toBe("unconfirmed");
    answer.resolve({ status: "active" });
    expect((await creating).job).toMatchObject({ platformStatus: "active", problem: null });
  });
});
