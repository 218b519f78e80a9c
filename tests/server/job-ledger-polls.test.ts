import { describe, expect, test, vi } from "vitest";
import { NotFound, PlatformUnreachable } from "../../lib/errors.ts";
import { engines } from "../support/databases.ts";
import { lookOnce } from "../support/ledger.ts";
import { failing, LINK, openLedgerRig, PROJECT, request } from "../support/ledger-rig.ts";

describe.each(engines)("a job that is followed ($name)", (engine) => {
  const rig = openLedgerRig(engine);

  test("polling goes on in the background until the pull request is there", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    rig.platform.onRetrieve = async () =>
      rig.platform.polls < 3 ? {} : { status: "completed", prLink: LINK };
    const both = [rig.ledger(), rig.ledger()];
    for (const each of both) each.start();
    await vi.waitFor(async () => {
      rig.now += 1_000;
      expect((await rig.row()).state).toBe("completed");
    });
    await Promise.all(both.map((each) => each.stop()));
    expect(await rig.jobs.get(PROJECT, job.id)).toMatchObject({ prLink: LINK, nextPollAt: null });
    expect(rig.platform.polls).toBe(3);
  });

  test("a due job is polled by one of those who ask at the same time", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    await lookOnce(rig.jobs, PROJECT, job.id);
    expect(rig.platform.polls).toBe(0);
    rig.now += 1_000;
    await Promise.all(Array.from({ length: 6 }, () => lookOnce(rig.ledger(), PROJECT, job.id)));
    expect(rig.platform.polls).toBe(1);
  });

  test("a completed job without a link is looked at again until the link is there", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    rig.platform.onRetrieve = async () => ({ status: "completed" });
    const settled = await rig.processDueJob(1_000, job.id);
    expect(settled).toMatchObject({ settledAt: rig.now, nextPollAt: rig.now + 1_000 });
    rig.platform.onRetrieve = async () => ({ status: "completed", prLink: LINK });
    const linked = await rig.processDueJob(1_000, job.id);
    expect(linked).toMatchObject({ prLink: LINK, nextPollAt: null });
    expect(linked.settledAt).toBe(settled.settledAt);
  });

  test("a settled job is asked about again when a person wants it, and may be active again", async () => {
    rig.platform.onCreate = async () => ({ status: "failed" });
    const { job } = await rig.jobs.create(PROJECT, request());
    await rig.processDueJob(60_000, job.id);
    expect(rig.platform.polls).toBe(0);
    const again = await rig.jobs.lookAgain(PROJECT, job.id);
    expect(again).toMatchObject({ state: "active", settledAt: null });
    expect(again.nextPollAt).not.toBeNull();
  });

  test("a platform that is down is said and asked again; its answer clears the problem", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    rig.platform.onRetrieve = failing(new PlatformUnreachable("The platform cannot be reached."));
    const down = await rig.processDueJob(1_000, job.id);
    expect(down).toMatchObject({ state: "active", nextPollAt: rig.now + 1_000 });
    expect(down.problem).toContain("cannot be reached");
    rig.platform.onRetrieve = async () => ({ status: "reviewing\0" });
    const up = await rig.processDueJob(1_000, job.id);
    expect(up).toMatchObject({ state: "reviewing", problem: null });
    expect(up.nextPollAt).not.toBeNull();
  });

  test("a job that the platform no longer has is said so and left to a person", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    rig.platform.onRetrieve = failing(new NotFound("The platform does not know the job."));
    const gone = await rig.processDueJob(1_000, job.id);
    expect(gone).toMatchObject({ state: "active", nextPollAt: null });
    expect(gone.problem).toContain("no longer exists");
    expect(await rig.jobs.counts(PROJECT)).toMatchObject({ needsMe: 1, active: 0 });
    expect(await rig.jobs.check(PROJECT, ["a", "b"])).toEqual([]);
    await rig.jobs.resolve(PROJECT, job.id, { outcome: "set_aside" });
    expect(await rig.jobs.counts(PROJECT)).toMatchObject({ needsMe: 0, active: 0 });
  });

  test("a platform's status that is called like one of ours sends nothing", async () => {
    rig.platform.onCreate = async () => ({ status: "intent" });
    const { job } = await rig.jobs.create(PROJECT, request());
    await rig.processDueJob(60_000, job.id);
    await rig.jobs.create(PROJECT, request());
    expect(rig.platform.posts).toHaveLength(1);
    expect(rig.platform.polls).toBe(1);
  });

  test("only a web address becomes a link", async () => {
    rig.platform.onCreate = async () => ({ status: "completed", prLink: "javascript:alert(1)" });
    const { job } = await rig.jobs.create(PROJECT, request());
    expect(job).toMatchObject({ state: "completed", prLink: null });
    expect(job.problem).toContain("not a web address");
  });
});
