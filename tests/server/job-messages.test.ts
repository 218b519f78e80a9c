import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  BudgetExhausted,
  Conflict,
  NotFound,
  PlatformHttpError,
  PlatformTimeout,
} from "../../lib/errors.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored, openLedger, processOnce } from "../support/ledger.ts";
import { ScriptedPlatform } from "../support/scripted-platform.ts";

const PROJECT = "docs";
const LINK = "https://git.example.com/pull/1";
const note = (intentKey = "message-001") => ({ intentKey, prompt: "Also the other page." });

describe.each(anyEngine)("a follow-up ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let platform: ScriptedPlatform;
  let now: number;
  let jobs: Jobs;
  let id: string;

  beforeAll(async () => {
    database = await openTestStore(engine, "messages");
    await mirrored(database, PROJECT, [{ id: "a" }]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetJobs(database);
    platform = new ScriptedPlatform();
    now = 1_000_000;
    jobs = ledger();
    platform.onCreate = async () => ({ status: "completed", prLink: LINK });
    const asked = { intentKey: "intent-0001", prompt: "Fix it", feedbackIds: ["a"] };
    id = (await jobs.create(PROJECT, asked)).job.id;
    now += 3_600_000;
  });

  const ledger = () => openLedger(database, { client: platform, clock: { now: () => now } });
  const failing = (error: Error) => () => Promise.reject(error);

  test("is sent once, makes the job active again, and keeps the pull request's link", async () => {
    const clicks = [jobs, ledger(), jobs].map((each) => each.message(PROJECT, id, note()));
    await Promise.all(clicks);
    expect(platform.messages).toEqual([note().prompt]);
    const active = await jobs.get(PROJECT, id);
    expect(active).toMatchObject({ platformStatus: "active", prLink: LINK, settledAt: null });
    expect(active.nextPollAt).toBe(now + 1_000);
    expect(active.messages).toMatchObject([{ state: "sent", prompt: note().prompt, sentAt: now }]);
    platform.onRetrieve = async () => ({ status: "completed", prLink: LINK });
    now += 1_000;
    const done = await processOnce(jobs, PROJECT, id);
    expect(done).toMatchObject({ platformStatus: "completed", prLink: LINK, settledAt: now });
    const { history } = await jobs.get(PROJECT, id);
    expect(history.flatMap(({ kind, detail }) => (kind === "status" ? [detail] : []))).toEqual([
      { from: "completed", to: "active" },
      { from: "active", to: "completed" },
    ]);
  });

  test("is polled for a while even if the platform's answer still says completed", async () => {
    platform.onMessage = async () => ({ status: "completed", prLink: LINK });
    const { job } = await jobs.message(PROJECT, id, note());
    expect(job).toMatchObject({ platformStatus: "completed", nextPollAt: now + 1_000 });
    platform.onRetrieve = async () => ({ status: "completed", prLink: LINK });
    now += 30_000;
    expect((await processOnce(jobs, PROJECT, id)).nextPollAt).toBeNull();
  });

  test("with a key that was used for another text is a conflict", async () => {
    await jobs.message(PROJECT, id, note());
    const other = jobs.message(PROJECT, id, { ...note(), prompt: "another" });
    await expect(other).rejects.toThrow(Conflict);
    expect(platform.messages).toHaveLength(1);
  });

  test("can't go to a job that is archived or was never created", async () => {
    platform.onRetrieve = async () => ({ status: "archived" });
    await jobs.checkNow(PROJECT, id);
    await expect(jobs.message(PROJECT, id, note())).rejects.toThrow(Conflict);
    platform.onCreate = failing(new PlatformTimeout("No answer."));
    const asked = { intentKey: "intent-0002", prompt: "Fix it", feedbackIds: ["a"] };
    const { job } = await jobs.create(PROJECT, asked);
    await expect(jobs.message(PROJECT, job.id, note())).rejects.toThrow(Conflict);
    expect(platform.messages).toEqual([]);
  });

  test.each([
    [new PlatformHttpError("The platform refused the request (400).", 400, "{}"), "rejected"],
    [new NotFound("The platform does not know the job."), "rejected"],
    [new PlatformTimeout("No answer."), "unconfirmed"],
  ])("after «%s» is %s, and is not sent again by itself", async (error, state) => {
    platform.onMessage = failing(error);
    if (error instanceof NotFound) platform.onRetrieve = failing(error);
    const { message } = await jobs.message(PROJECT, id, note());
    expect(message.state).toBe(state);
    expect(message.problem).toContain(error.message);
    now += 86_400_000;
    const other = ledger();
    other.start();
    await jobs.message(PROJECT, id, note());
    await other.stop();
    expect(platform.messages).toHaveLength(1);
  });

  test("that hit the rate limit is scheduled, and is sent at that time, once, or canceled", async () => {
    platform.onMessage = failing(new BudgetExhausted("The hour is spent.", 60_000));
    const { message } = await jobs.message(PROJECT, id, note());
    expect(message).toMatchObject({ state: "scheduled", scheduledFor: now + 60_000 });
    now += 1;
    const second = await jobs.message(PROJECT, id, note("message-002"));
    const taken = await jobs.cancelMessage(PROJECT, id, second.message.id);
    expect(taken.state).toBe("canceled");
    platform.onMessage = async () => ({});
    now += 60_000;
    const others = [ledger(), ledger()];
    for (const other of others) other.start();
    await vi.waitFor(async () => {
      const { messages } = await jobs.get(PROJECT, id);
      expect(messages.map(({ state }) => state)).toEqual(["sent", "canceled"]);
    });
    await Promise.all(others.map((other) => other.stop()));
    expect(platform.messages).toHaveLength(3);
    const late = jobs.cancelMessage(PROJECT, id, message.id);
    await expect(late).rejects.toThrow(Conflict);
  });

  test("whose process died while sending becomes unconfirmed, and its job is polled", async () => {
    await jobs.message(PROJECT, id, note());
    const left = { state: "sending" as const, next_at: now + 60_000 };
    await database.query.updateTable("job_message").set(left).execute();
    now += 60_000;
    const other = ledger();
    const polls = platform.polls;
    other.start();
    await vi.waitFor(async () => {
      expect((await jobs.get(PROJECT, id)).messages[0]?.state).toBe("unconfirmed");
      expect(platform.polls).toBeGreaterThan(polls);
    });
    await other.stop();
    expect(platform.messages).toHaveLength(1);
  });
});
