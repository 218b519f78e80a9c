import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Conflict } from "../../lib/errors.ts";
import { anyEngine } from "../support/databases.ts";
import { openHostedRig } from "../support/hosted-rig.ts";
import { LINK, PROJECT, request } from "../support/ledger-rig.ts";
import { faults, type MisbehavingPlatform } from "../support/misbehaving-platform.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const ONE_BY_ONE = { timeout: 120_000 };

const message = (intentKey = "message-001") => ({ intentKey, prompt: "Also the other page." });
const polls = ({ requests }: MisbehavingPlatform) =>
  requests.filter(({ method }) => method === "GET");
const posts = ({ requests }: MisbehavingPlatform) =>
  requests.filter(({ method }) => method === "POST");

describe.each(anyEngine)("what a hosted platform says about a job ($name)", (engine) => {
  const hosted = openHostedRig(engine);
  const { rig } = hosted;
  const answer = (fields: object) =>
    hosted.platform.always(faults.json({ id: "job_1", status: "active", ...fields }));
  const unknownJob = () => hosted.platform.always(faults.status(404));

  test("one 404 ends nothing: the job is polled again, and its pull request arrives", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    hosted.platform.next(faults.status(404));
    const missing = await rig.processDueJob(SECOND, job.id);
    expect(missing).toMatchObject({ missingSince: rig.now, deletedAt: null, problem: null });
    expect(missing.nextPollAt).toBe(rig.now + 10 * SECOND);
    answer({ status: "completed", prLink: LINK });
    const done = await rig.processDueJob(10 * SECOND, job.id);
    expect(done).toMatchObject({ missingSince: null, platformStatus: "completed", prLink: LINK });
    expect(posts(hosted.platform)).toHaveLength(1);
  });

  test("an answer about another job changes nothing but the problem shown", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    answer({ id: "job_other", status: "completed", prLink: LINK });
    const polled = await rig.processDueJob(SECOND, job.id);
    expect(polled).toMatchObject({ platformStatus: "active", prLink: null, settledAt: null });
    expect(polled.problem).toContain("The platform returned a different job.");
    expect(polled.nextPollAt).toBeGreaterThan(rig.now);
  });

  // Without its NUL, or in an address, such an ID is another one.
  test.each([
    ["that is too long for an address", "j".repeat(200_000)],
    ["with a NUL", "job\0_1"],
    ["with half a character", "job_\ud800"],
    ["of two dots", ".."],
  ])("an ID %s is unconfirmed, and isn't polled", async (_what, id) => {
    answer({ id });
    const { job } = await rig.jobs.create(PROJECT, request());
    expect(job).toMatchObject({ state: "unconfirmed", platformJobId: null, nextPollAt: null });
  });

  test("a job created with the ID of another one is unconfirmed, and follows nothing", async () => {
    const first = await rig.jobs.create(PROJECT, request());
    const second = await rig.jobs.create(PROJECT, { ...request(), intentKey: "intent-of-two" });
    expect(first.job.state).toBe("sent");
    expect(second.job).toMatchObject({ state: "unconfirmed", platformJobId: null });
    expect(second.job.problem).toContain("ID of another job");
    expect(posts(hosted.platform)).toHaveLength(2);
  });

  test.each([
    [408, ""],
    [408, "<html>408 Request Time-out</html>"],
    [425, ""],
    [499, ""],
    [504, ""],
    // Without an address. The job may be elsewhere.
    [303, ""],
  ])("a job whose gateway gave up with %d may exist: it's unconfirmed", async (status, body) => {
    hosted.platform.next(faults.status(status, {}, body));
    const { job } = await rig.jobs.create(PROJECT, request());
    expect(job).toMatchObject({ state: "unconfirmed", nextPollAt: null });
    expect(job.problem).toMatch(
      new RegExp(`^The platform returned an error \\(${status}\\)\\. .* may or may not exist\\.`),
    );
    await rig.processDueJob(DAY, job.id);
    expect(posts(hosted.platform)).toHaveLength(1);
  });

  test.each([429, 503])(
    "a wait of a year that a poll asks for with %d is minutes, and what is shown says no time",
    async (status) => {
      const { job } = await rig.jobs.create(PROJECT, request());
      hosted.platform.next(faults.status(status, { "retry-after": "31536000" }, "{}"));
      const waiting = await rig.processDueJob(SECOND, job.id);
      expect(waiting.nextPollAt).toBe(rig.now + 300 * SECOND);
      expect(waiting.problem).toMatch(
        new RegExp(`\\(${status}\\)\\. Showing the last known status\\.$`),
      );
      answer({ status: "completed", prLink: LINK });
      const done = await rig.processDueJob(300 * SECOND, job.id);
      expect(done).toMatchObject({ platformStatus: "completed", prLink: LINK });
    },
  );

  test("a wait of a year that a new job gets is an hour, and its time is kept apart", async () => {
    onTestFinished(async () => void (await rig.database.query.deleteFrom("budget").execute()));
    hosted.platform.next(faults.status(429, { "retry-after": "31536000" }));
    const { job } = await rig.jobs.create(PROJECT, request());
    expect(job).toMatchObject({ state: "scheduled", scheduledFor: rig.now + HOUR });
    const later = await rig.jobs.create(PROJECT, request("intent-of-two"));
    expect(later.job.problem).toBe(
      "The platform asked for a pause. Nothing was sent. Errata will try again automatically.",
    );
    expect(later.job.scheduledFor).toBeLessThanOrEqual(rig.now + HOUR);
    expect(posts(hosted.platform)).toHaveLength(1);
  });

  test("404 for a day means deleted; checking again still finds a job that came back", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    unknownJob();
    await rig.processDueJob(SECOND, job.id);
    const deleted = await rig.processDueJob(DAY, job.id);
    expect(deleted).toMatchObject({ deletedAt: rig.now, nextPollAt: null, settledAt: null });
    const asked = polls(hosted.platform).length;
    await rig.processDueJob(10 * SECOND, job.id);
    expect(polls(hosted.platform)).toHaveLength(asked);
    rig.now += 5 * SECOND;
    expect(await rig.jobs.checkNow(PROJECT, job.id)).toMatchObject({
      deletedAt: deleted.deletedAt,
    });
    answer({ status: "active" });
    rig.now += 5 * SECOND;
    const found = await rig.jobs.checkNow(PROJECT, job.id);
    expect(found).toMatchObject({ deletedAt: null, missingSince: null, platformStatus: "active" });
    expect(found.nextPollAt).toBe(rig.now + SECOND);
    const { history } = await rig.jobs.get(PROJECT, job.id);
    expect(history.map(({ kind }) => kind).slice(-2)).toEqual(["deleted", "found"]);
  });

  test("a finished job that is reactivated is noticed when someone opens it, once a minute", async () => {
    answer({ status: "completed", prLink: LINK });
    const { job } = await rig.jobs.create(PROJECT, request());
    await rig.jobs.setOutcome(PROJECT, job.id, { outcome: "handled" });
    answer({ status: "active" });
    rig.now += 60 * SECOND;
    await rig.jobs.get(PROJECT, job.id);
    const active = await rig.processDueJob(0, job.id);
    expect(active).toMatchObject({ platformStatus: "active", settledAt: null, outcome: null });
    expect(active).toMatchObject({ prLink: LINK, nextPollAt: rig.now + SECOND });
    answer({ status: "completed", prLink: LINK });
    await rig.processDueJob(60 * SECOND, job.id);
    const asked = polls(hosted.platform).length;
    for (let opened = 0; opened < 5; opened += 1) await rig.processDueJob(10 * SECOND, job.id);
    expect(polls(hosted.platform)).toHaveLength(asked);
  });

  test("people can check at most once every few seconds", async () => {
    answer({ status: "completed", prLink: LINK });
    const { job } = await rig.jobs.create(PROJECT, request());
    for (let click = 0; click < 5; click += 1) await rig.jobs.checkNow(PROJECT, job.id);
    expect(polls(hosted.platform)).toHaveLength(1);
    rig.now += 3 * SECOND;
    await rig.jobs.checkNow(PROJECT, job.id);
    expect(polls(hosted.platform)).toHaveLength(2);
  });

  // What a status means is the same on both databases.
  test.runIf(engine.name === "sqlite").each([
    ["refused", "refused"],
    ["cancelled", "cancelled"],
    ["unknown", "unknown"],
    ["queued", "queued"],
    ["rejected", "rejected"],
    ["sent", "sent"],
    ["", ""],
    ["<b>done</b>", "<b>done</b>"],
    ["x".repeat(10_000), `${"x".repeat(99)}…`],
  ])(
    "the status «%.20s» is the platform's: kept, polled for a day, and nothing is sent again",
    ONE_BY_ONE,
    async (status, kept) => {
      answer({ status });
      const { job } = await rig.jobs.create(PROJECT, request());
      expect(job).toMatchObject({ state: "sent", platformStatus: kept, settledAt: null });
      for (const hours of [1, 11, 11]) {
        const polled = await rig.processDueJob(hours * HOUR, job.id);
        expect(polled.nextPollAt).toBeGreaterThan(rig.now);
      }
      const stopped = await rig.processDueJob(HOUR, job.id);
      expect(stopped).toMatchObject({ platformStatus: kept, nextPollAt: null, deletedAt: null });
      expect(await rig.jobs.counts(PROJECT)).toMatchObject({ needsAttention: 1, active: 0 });
      expect(await rig.jobs.check(PROJECT, ["a"])).toHaveLength(1);
      const retry = { outcome: "retry", intentKey: "retry-00001" } as const;
      await expect(rig.jobs.setOutcome(PROJECT, job.id, retry)).rejects.toThrow(Conflict);
      expect(posts(hosted.platform)).toHaveLength(1);
      answer({ status: "completed" });
      rig.now += 5 * SECOND;
      expect((await rig.jobs.checkNow(PROJECT, job.id)).platformStatus).toBe("completed");
    },
  );

  test.runIf(engine.name === "sqlite").each([
    ["/pull/1", "/pull/1"],
    ["javascript:alert(1)", "javascript:alert(1)"],
    [`https://git.example.com/${"x".repeat(100_000)}`, /^https:\/\/git\.example\.com\/x{175}…$/],
  ])("the link «%.30s» is shown as the text it is", async (prLink, shown) => {
    answer({ status: "completed", prLink });
    const { job } = await rig.jobs.create(PROJECT, request());
    expect(job).toMatchObject({ prLink: null, problem: null });
    expect(job.linkText).toMatch(shown);
  });

  test.each([
    ["405", [faults.status(405)]],
    // The request between asks whether the job exists.
    [
      "404 twice although the job exists",
      [faults.status(404), faults.json({ id: "job_1", status: "active" }), faults.status(404)],
    ],
  ])("after %s to a follow-up, none is offered for a day", async (_what, answers) => {
    const { job } = await rig.jobs.create(PROJECT, request());
    expect((await rig.jobs.get(PROJECT, job.id)).acceptsMessages).toBe(true);
    hosted.platform.next(...answers);
    const sent = await rig.jobs.message(PROJECT, job.id, message());
    expect(sent.message.state).toBe("rejected");
    expect(sent.message.problem).toBe(
      "This platform doesn't accept follow-ups. The message wasn't sent.",
    );
    expect((await rig.jobs.get(PROJECT, job.id)).acceptsMessages).toBe(false);
    expect((await hosted.ledger().get(PROJECT, job.id)).acceptsMessages).toBe(false);
    rig.now += DAY;
    expect((await rig.jobs.get(PROJECT, job.id)).acceptsMessages).toBe(true);
  });

  test("one wrong 404 to a follow-up is sent again, once", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    hosted.platform.next(faults.status(404));
    const { message: sent } = await rig.jobs.message(PROJECT, job.id, message());
    expect(sent).toMatchObject({ state: "sent", problem: null });
    expect((await rig.jobs.get(PROJECT, job.id)).acceptsMessages).toBe(true);
    expect(posts(hosted.platform)).toHaveLength(3);
  });

  test("404 to a follow-up of a job that doesn't exist says nothing about others", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    unknownJob();
    const { message: lost } = await rig.jobs.message(PROJECT, job.id, message());
    expect(lost).toMatchObject({ state: "rejected" });
    expect((await rig.jobs.get(PROJECT, job.id)).acceptsMessages).toBe(true);
  });

  test.each([1, 2])(
    "50 active jobs are polled at most ten times a second in all, each in turn (%d processes)",
    ONE_BY_ONE,
    async (processes) => {
      for (let index = 0; index < 50; index += 1) {
        hosted.platform.next(faults.json({ id: `job_${index}`, status: "active" }));
        await rig.jobs.create(PROJECT, request(`intent-${1_000 + index}`));
      }
      const times: number[] = [];
      hosted.platform.always((seen, response) => {
        times.push(Date.now());
        // Half of the requests fail, and must not be repeated at once.
        const fault = times.length % 2 === 0 ? faults.status(503) : hosted.platform.behave;
        fault(seen, response);
      });
      const clock = { now: () => rig.now + Math.floor(performance.now()) };
      rig.now += 60 * SECOND - Math.floor(performance.now());
      const ledgers = Array.from({ length: processes }, () => hosted.ledger(clock));
      const started = Date.now();
      for (const each of ledgers) each.start();
      await vi.waitFor(() => expect(times.length).toBeGreaterThanOrEqual(21));
      await Promise.all(ledgers.map((each) => each.stop()));
      // On a busy machine they arrive later, never sooner.
      const tooSoon = times.filter((at, index) => at < started + Math.floor(index / 10) * SECOND);
      expect(tooSoon).toEqual([]);
      const asked = polls(hosted.platform).map(({ path }) => path);
      expect(new Set(asked).size).toBe(asked.length);
    },
  );
});
