import { describe, expect, test } from "vitest";
import { PlatformTimeout } from "../../lib/errors.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { anyEngine } from "../support/databases.ts";
import { failing, LINK, openLedgerRig, PROJECT, request } from "../support/ledger-rig.ts";

const ada = { id: "person-ada", name: "Ada" };
const grace = { id: "person-grace", name: "Grace" };

describe.each(anyEngine)("the person who acts ($name)", (engine) => {
  const rig = openLedgerRig(engine);

  test("is shown on their job, its messages, its history, and in the list", async () => {
    rig.platform.onCreate = async () => ({ status: "completed", prLink: LINK });
    const { job } = await rig.jobs.create(PROJECT, request(), ada);
    await rig.jobs.create(PROJECT, request("intent-0002"), grace);
    const message = { intentKey: "message-001", prompt: "Also the other page." };
    await rig.jobs.message(PROJECT, job.id, message, grace);
    await Promise.all(
      [ada, ada, ada].map((by) => rig.jobs.act(PROJECT, job.id, { kind: "archive" }, by)),
    );
    const detail = await rig.jobs.get(PROJECT, job.id);
    expect(detail.by).toEqual(ada);
    expect(detail.messages).toMatchObject([{ by: "Grace" }]);
    const doers = detail.history.filter(({ detail: { by } }) => by);
    expect(doers.map(({ kind, detail: { by } }) => `${kind} ${by}`)).toEqual([
      "created Ada",
      "feedback Ada",
      "message Grace",
      "archive Ada",
    ]);
    const theirs = await rig.jobs.list(PROJECT, { person: grace.id });
    expect(theirs.jobs.map(({ by }) => by)).toEqual([grace]);
    expect((await rig.jobs.list(PROJECT, { person: "nobody" })).jobs).toEqual([]);
    expect((await rig.jobs.counts(PROJECT)).people).toEqual([ada, grace]);
  });

  test("is recorded with the outcome they set, and with the retry", async () => {
    rig.platform.onCreate = failing(new PlatformTimeout("No answer."));
    const { job } = await rig.jobs.create(PROJECT, request(), ada);
    rig.platform.onCreate = async () => ({ status: "active" });
    const said = { outcome: "retry", intentKey: "intent-0003" } as const;
    const { retry } = await rig.jobs.setOutcome(PROJECT, job.id, said, grace);
    expect(retry?.by).toEqual(grace);
    const { history } = await rig.jobs.get(PROJECT, job.id);
    expect(history.at(-1)).toMatchObject({ kind: "outcome", detail: { by: "Grace" } });
  });

  test("is shown in the status history, also for an undo", async () => {
    const clock = { now: () => rig.now };
    const triage = createTriage({ database: rig.database, clock, statusWrites: null });
    const feedback = createFeedbackStore(rig.database);
    const { undo } = await triage.setStatus(PROJECT, ["a"], "resolved", ada);
    await triage.undo(PROJECT, undo ?? "", grace);
    await triage.setStatus(PROJECT, ["a"], "dismissed");
    const { history } = await feedback.detail(PROJECT, "a");
    expect(history.map(({ by, to }) => [by, to])).toEqual([
      ["Ada", "resolved"],
      ["Grace", "pending"],
      [null, "dismissed"],
    ]);
  });
});
