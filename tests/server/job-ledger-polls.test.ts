import { describe, expect, test, vi } from "vitest";
import { jobStateFacts, LEDGER_STATES } from "../../lib/contract/api/job-states.ts";
import { Conflict, NotFound, PlatformUnreachable } from "../../lib/errors.ts";
import { anyEngine } from "../support/databases.ts";
import { processOnce } from "../support/ledger.ts";
import { failing, LINK, openLedgerRig, PROJECT, request } from "../support/ledger-rig.ts";

describe.each(anyEngine)("polling a job ($name)", (engine) => {
  const rig = openLedgerRig(engine);

  test("goes on in the background until the pull request link arrives", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    rig.platform.onRetrieve = async () =>
      rig.platform.polls < 3 ? {} : { status: "completed", prLink: LINK };
    const both = [rig.ledger(), rig.ledger()];
    for (const each of both) each.start();
    await vi.waitFor(async () => {
      rig.now += 1_000;
      expect((await rig.row()).platform_status).toBe("completed");
    });
    await Promise.all(both.map((each) => each.stop()));
    expect(await rig.jobs.get(PROJECT, job.id)).toMatchObject({ prLink: LINK, nextPollAt: null });
    expect(rig.platform.polls).toBe(3);
  });

  test("happens once when several processes try at the same time", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    await processOnce(rig.jobs, PROJECT, job.id);
    expect(rig.platform.polls).toBe(0);
    rig.now += 1_000;
    await Promise.all(Array.from({ length: 6 }, () => processOnce(rig.ledger(), PROJECT, job.id)));
    expect(rig.platform.polls).toBe(1);
  });

  test("continues for a completed job until its link arrives", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    rig.platform.onRetrieve = async () => ({ status: "completed" });
    const settled = await rig.processDueJob(1_000, job.id);
    expect(settled).toMatchObject({ settledAt: rig.now, nextPollAt: rig.now + 1_000 });
    rig.platform.onRetrieve = async () => ({ status: "completed", prLink: LINK });
    const linked = await rig.processDueJob(1_000, job.id);
    expect(linked).toMatchObject({ prLink: LINK, nextPollAt: null });
    expect(linked.settledAt).toBe(settled.settledAt);
  });

  test("is possible for a settled job, which may become active again", async () => {
    rig.platform.onCreate = async () => ({ status: "failed" });
    const { job } = await rig.jobs.create(PROJECT, request());
    await rig.processDueJob(60_000, job.id);
    expect(rig.platform.polls).toBe(0);
    const again = await rig.jobs.checkNow(PROJECT, job.id);
    expect(again).toMatchObject({ platformStatus: "active", settledAt: null });
    expect(again.nextPollAt).not.toBeNull();
  });

  test("shows that the platform is down, tries again, and clears the problem", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    rig.platform.onRetrieve = failing(new PlatformUnreachable("The platform cannot be reached."));
    const down = await rig.processDueJob(1_000, job.id);
    expect(down).toMatchObject({ platformStatus: "active", nextPollAt: rig.now + 1_000 });
    expect(down.problem).toContain("cannot be reached");
    rig.platform.onRetrieve = async () => ({ status: "reviewing\0" });
    const up = await rig.processDueJob(1_000, job.id);
    expect(up).toMatchObject({ platformStatus: "reviewing", problem: null });
    expect(up.nextPollAt).not.toBeNull();
  });

  test("stops for a job that the platform didn't know for a day, which then needs attention", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    rig.platform.onRetrieve = failing(new NotFound("The platform does not know the job."));
    const missing = await rig.processDueJob(1_000, job.id);
    const since = rig.now;
    expect(missing).toMatchObject({ missingSince: since, deletedAt: null });
    expect(missing.nextPollAt).toBe(since + 10_000);
    expect(await rig.jobs.counts(PROJECT)).toMatchObject({ needsAttention: 0, active: 1 });
    const deleted = await rig.processDueJob(86_400_000, job.id);
    expect(deleted).toMatchObject({ missingSince: since, deletedAt: rig.now, nextPollAt: null });
    expect(deleted.history.at(-1)?.kind).toBe("deleted");
    expect(await rig.jobs.counts(PROJECT)).toMatchObject({ needsAttention: 1, active: 0 });
    expect(await rig.jobs.check(PROJECT, ["a", "b"])).toEqual([]);
    await rig.jobs.setOutcome(PROJECT, job.id, { outcome: "handled" });
    expect(await rig.jobs.counts(PROJECT)).toMatchObject({ needsAttention: 0, active: 0 });
  });

  test.each([...LEDGER_STATES, "refused", "cancelled", "unknown", "intent"])(
    "shows the platform's status «%s» as the platform's word, and sends nothing",
    async (status) => {
      rig.platform.onCreate = async () => ({ status });
      rig.platform.onRetrieve = rig.platform.onCreate;
      const { job } = await rig.jobs.create(PROJECT, request());
      expect(job).toMatchObject({ state: "sent", platformStatus: status, settledAt: null });
      expect(jobStateFacts(job)).toMatchObject({ label: `“${status}”`, retryable: false });
      await rig.processDueJob(60_000, job.id);
      await rig.jobs.create(PROJECT, request());
      for (const outcome of ["cancel", "not_created"] as const) {
        await expect(rig.jobs.setOutcome(PROJECT, job.id, { outcome })).rejects.toThrow(Conflict);
      }
      const retry = { outcome: "retry", intentKey: "retry-00001" } as const;
      await expect(rig.jobs.setOutcome(PROJECT, job.id, retry)).rejects.toThrow(Conflict);
      expect(rig.platform.posts).toHaveLength(1);
      expect(rig.platform.polls).toBe(1);
      expect(await rig.jobs.counts(PROJECT)).toMatchObject({ needsAttention: 0, active: 1 });
      const listed = async (word: string) =>
        (await rig.jobs.list(PROJECT, { states: [word] })).jobs;
      expect(await listed(`platform:${status}`)).toHaveLength(1);
      const isOurs = LEDGER_STATES.some((state) => state === status) && status !== "sent";
      expect(await listed(status)).toHaveLength(isOurs ? 0 : 1);
    },
  );

  test("accepts only a web address as a link", async () => {
    rig.platform.onCreate = async () => ({ status: "completed", prLink: "javascript:alert(1)" });
    const { job } = await rig.jobs.create(PROJECT, request());
    expect(job).toMatchObject({ platformStatus: "completed", prLink: null, problem: null });
    expect(job.linkText).toBe("javascript:alert(1)");
  });
});
