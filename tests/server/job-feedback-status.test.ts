import { describe, expect, test } from "vitest";
import { decisionOfJob } from "../../lib/contract/api/job-states.ts";
import { BudgetExhausted, PlatformTimeout } from "../../lib/errors.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { anyEngine } from "../support/databases.ts";
import { mirrored, openLedger, writingStatuses } from "../support/ledger.ts";
import { failing, openLedgerRig, PROJECT, request } from "../support/ledger-rig.ts";

const ada = { id: "person-ada", name: "Ada" };

describe.each(anyEngine)("creating a job ($name)", (engine) => {
  const rig = openLedgerRig(engine);
  const statuses = async () => {
    const rows = await rig.database.query
      .selectFrom("feedback")
      .select(["id", "team_status"])
      .orderBy("id")
      .execute();
    return Object.fromEntries(rows.map(({ id, team_status }) => [id, team_status]));
  };

  test("sets its pending items to in progress, by the same person, and can be undone", async () => {
    await mirrored(rig.database, PROJECT, [{ id: "c", status: "dismissed" }]);
    const feedbackIds = ["a", "b", "c"];
    const { job } = await rig.jobs.create(PROJECT, { ...request(), feedbackIds }, ada);
    expect(await statuses()).toEqual({ a: "in_progress", b: "in_progress", c: "dismissed" });
    const history = await rig.database.query
      .selectFrom("feedback_event")
      .select(["feedback_id", "from_value", "to_value", "set_by_name", "at"])
      .orderBy("feedback_id")
      .execute();
    const set = { from_value: "pending", to_value: "in_progress", set_by_name: "Ada", at: rig.now };
    expect(history).toEqual([
      { feedback_id: "a", ...set },
      { feedback_id: "b", ...set },
    ]);
    const { history: events } = await rig.jobs.get(PROJECT, job.id);
    expect(events[1]).toMatchObject({ kind: "feedback", detail: { count: 2, by: "Ada" } });
    const decisions = createDecisions({
      database: rig.database,
      clock: { now: () => rig.now },
      statusWrites: null,
    });
    const undo = { kind: "undo", id: "decision-0001", age: 0, of: decisionOfJob(job.id) } as const;
    await decisions.apply(PROJECT, [undo], ada);
    expect(await statuses()).toEqual({ a: "pending", b: "pending", c: "dismissed" });
    await rig.jobs.create(PROJECT, { ...request(), feedbackIds }, ada);
    expect(await statuses()).toMatchObject({ a: "pending" });
    await rig.database.query.deleteFrom("feedback").where("id", "=", "c").execute();
  });

  test("keeps them in progress if the process dies before it sends anything", async () => {
    rig.platform.onCreate = () => new Promise(() => undefined);
    void rig.jobs.create(PROJECT, request(), ada);
    await expect.poll(statuses).toEqual({ a: "in_progress", b: "in_progress" });
    expect((await rig.jobs.list(PROJECT)).jobs).toHaveLength(1);
  });

  test("writes the statuses through to the platform, later if that failed", async () => {
    const written: unknown[] = [];
    let isDown = true;
    const writeStatus = async (projectId: string, ids: readonly string[], status: string) => {
      if (isDown) throw new PlatformTimeout("No answer.");
      written.push([projectId, ids, status]);
    };
    const parts = { client: rig.platform, clock: { now: () => rig.now }, writeStatus };
    const jobs = openLedger(rig.database, parts);
    const { job } = await jobs.create(PROJECT, request());
    expect(job.platformStatus).toBe("active");
    expect(written).toEqual([]);
    isDown = false;
    await writingStatuses(rig.database, parts.clock, writeStatus).write(PROJECT);
    expect(written).toEqual([[PROJECT, ["a", "b"], "in_progress"]]);
  });

  test("suggests requeueing them if no job came of it", async () => {
    rig.platform.onCreate = failing(new BudgetExhausted("The hour is spent.", 60_000));
    const { job } = await rig.jobs.create(PROJECT, request(), ada);
    expect((await rig.jobs.get(PROJECT, job.id)).suggestedTriage).toBeNull();
    await rig.jobs.setOutcome(PROJECT, job.id, { outcome: "cancel" });
    const { suggestedTriage } = await rig.jobs.get(PROJECT, job.id);
    expect(suggestedTriage).toEqual({ kind: "requeue", count: 2, returned: 0 });
    await rig.jobs.applySuggestedTriage(PROJECT, job.id, ada);
    expect(await statuses()).toEqual({ a: "pending", b: "pending" });
  });

  test.each([{ status: "failed" }, { status: "completed" }, { status: "archived" }])(
    "suggests requeueing them if the job ends without a pull request: $status",
    async (end) => {
      rig.platform.onCreate = async () => end;
      const { job } = await rig.jobs.create(PROJECT, request(), ada);
      const { suggestedTriage } = await rig.jobs.get(PROJECT, job.id);
      expect(suggestedTriage).toEqual({ kind: "requeue", count: 2, returned: 0 });
      // The job that retries it works on them.
      if (end.status !== "failed") return;
      const retry = { outcome: "retry", intentKey: "intent-retry" } as const;
      await rig.jobs.setOutcome(PROJECT, job.id, retry);
      expect((await rig.jobs.get(PROJECT, job.id)).suggestedTriage).toBeNull();
    },
  );

  test("suggests nothing while a hosted platform may still name the pull request", async () => {
    rig.platform.onCreate = async () => ({ status: "completed" });
    const platform = { address: "https://platform.example", isHosted: true };
    const clock = { now: () => rig.now };
    const jobs = openLedger(rig.database, { client: rig.platform, clock, platform });
    const { job } = await jobs.create(PROJECT, request(), ada);
    expect((await jobs.get(PROJECT, job.id)).suggestedTriage).toBeNull();
  });
});
