import { describe, expect, test } from "vitest";
import { InvalidRequest, NotFound, PlatformHttpError } from "../../lib/errors.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { engines } from "../support/databases.ts";
import { failing, openLedgerRig, PROJECT, request } from "../support/ledger-rig.ts";

describe.each(engines)("the ledger's lists ($name)", (engine) => {
  const rig = openLedgerRig(engine);

  test("feedback shows its jobs, but a rejected job never as its newest", async () => {
    const { job } = await rig.jobs.create(PROJECT, request());
    rig.platform.onCreate = failing(new PlatformHttpError("No (400).", 400, "{}"));
    rig.now += 1;
    const refused = await rig.jobs.create(PROJECT, {
      ...request("intent-0002"),
      feedbackIds: ["a"],
    });
    const feedback = createFeedbackStore(rig.database);
    const filters = { ...NO_FILTERS, job: job.id };
    expect((await feedback.ids(PROJECT, filters)).ids).toEqual(["b", "a"]);
    const { jobs: history } = await feedback.detail(PROJECT, "a");
    expect(history.map(({ id }) => id)).toEqual([refused.job.id, job.id]);
    const { feedback: rows } = await feedback.page(PROJECT, filters, { limit: 9, cursor: null });
    expect(rows.map((entry) => entry.job?.id)).toEqual([job.id, job.id]);
  });

  test("the list returns every job of the project once, newest first", async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      rig.now += index % 2;
      made.push((await rig.jobs.create(PROJECT, request(`intent-${index}000`))).job.id);
    }
    const first = await rig.jobs.list(PROJECT, { limit: 2 });
    const second = await rig.jobs.list(PROJECT, { limit: 2, cursor: first.nextCursor });
    const third = await rig.jobs.list(PROJECT, { limit: 2, cursor: second.nextCursor });
    expect([first, second, third].map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    expect(third.nextCursor).toBeNull();
    const listed = [first, second, third].flatMap((page) => page.jobs);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    const times = listed.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect((await rig.jobs.list("other")).jobs).toEqual([]);
    await expect(rig.jobs.get("other", made[0] ?? "")).rejects.toThrow(NotFound);
    await expect(rig.jobs.list(PROJECT, { cursor: "x" })).rejects.toThrow(InvalidRequest);
  });
});
