import { describe, expect, test } from "vitest";
import { InvalidRequest, NotFound, PlatformHttpError } from "../../lib/errors.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import type { JobQuery } from "../../lib/jobs/list.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { engines } from "../support/databases.ts";
import { failing, openLedgerRig, PROJECT, request } from "../support/ledger-rig.ts";

const LINK = "https://code.example/docs/pull/1";

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

  test("the list has the jobs of a batch, also those that were retried", async () => {
    const inBatch = (intentKey: string) => ({ ...request(intentKey), batchId: "batch-0001" });
    await rig.jobs.create(PROJECT, request("intent-0001"));
    const { job } = await rig.jobs.create(PROJECT, inBatch("intent-0002"));
    rig.platform.onCreate = failing(new PlatformHttpError("No (400).", 400, "{}"));
    const refused = await rig.jobs.create(PROJECT, inBatch("intent-0003"));
    const { retry } = await rig.jobs.setOutcome(PROJECT, refused.job.id, {
      outcome: "retry",
      intentKey: "intent-0004",
    });
    const { jobs } = await rig.jobs.list(PROJECT, { batch: "batch-0001" });
    const expected = [job.id, refused.job.id, retry?.id ?? ""];
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    expect(jobs.map(({ batchId }) => batchId)).toEqual(Array(3).fill("batch-0001"));
    const badKey = { ...request("intent-0005"), batchId: "x" };
    await expect(rig.jobs.create(PROJECT, badKey)).rejects.toThrow(/batchId: must be/);
  });

  test("a job that was put away is left out where only current ones are asked for", async () => {
    const { job } = await rig.jobs.create(PROJECT, request("intent-0001"));
    rig.platform.onCreate = async () => ({ status: "archived" });
    const archived = await rig.jobs.create(PROJECT, request("intent-0002"));
    rig.platform.onCreate = failing(new PlatformHttpError("No (400).", 400, "{}"));
    const rejected = await rig.jobs.create(PROJECT, request("intent-0003"));
    const ids = async (query: JobQuery) =>
      (await rig.jobs.list(PROJECT, query)).jobs.map(({ id }) => id).toSorted();
    const current = [job.id, rejected.job.id];
    expect(await ids({ withArchived: false })).toEqual(current.toSorted());
    expect(await ids({})).toEqual([...current, archived.job.id].toSorted());
    expect(await ids({ states: ["archived"] })).toEqual([archived.job.id]);
  });

  test("resolved items of merged pull requests count once, since an instant", async () => {
    const { query } = rig.database;
    for (const [intentKey, feedbackIds] of [
      ["intent-0001", ["a", "b"]],
      ["intent-0002", ["a"]],
    ] as const) {
      await rig.jobs.create(PROJECT, { ...request(intentKey), feedbackIds: [...feedbackIds] });
    }
    expect(await rig.jobs.resolvedSince(PROJECT, 0)).toBe(0);
    await query.updateTable("job").set({ pr_state: "merged", pr_checked_at: 1_000 }).execute();
    expect(await rig.jobs.resolvedSince(PROJECT, 0)).toBe(0);
    await query
      .updateTable("feedback")
      .set({ team_status: "resolved" })
      .where("id", "=", "a")
      .execute();
    expect(await rig.jobs.resolvedSince(PROJECT, 1_000)).toBe(1);
    expect(await rig.jobs.resolvedSince(PROJECT, 1_001)).toBe(0);
    expect(await rig.jobs.resolvedSince("other", 0)).toBe(0);
  });

  test("evidence names the open pull requests of its page", async () => {
    const { job } = await rig.jobs.create(PROJECT, {
      ...request("intent-0001"),
      feedbackIds: ["a"],
    });
    const link = "https://code.example/docs/pull/12";
    const set = (state: "open" | "merged") =>
      rig.database.query
        .updateTable("job")
        .set({ pr_link: link, pr_state: state })
        .where("id", "=", job.id)
        .execute();
    const feedback = createFeedbackStore(rig.database);
    const found = async () =>
      (await feedback.evidence(PROJECT, ["b", "a"])).map(({ page, openPulls }) => [
        page,
        openPulls,
      ]);
    const pages = (await found()).map(([page]) => page);
    await set("open");
    const expected = pages.map((page) => [page, page === pages[1] ? [link] : []]);
    expect(await found()).toEqual(expected);
    await set("merged");
    expect((await found()).flatMap(([, pulls]) => pulls)).toEqual([]);
  });

  test("earlier pull requests of a page come with what was discarded of them, also of open ones", async () => {
    const created: string[] = [];
    for (const [index, state] of (["merged", "closed", "open", "open"] as const).entries()) {
      const asked = { ...request(`intent-000${index}`), feedbackIds: ["a"] };
      const { job } = await rig.jobs.create(PROJECT, asked);
      created.push(job.id);
      await rig.database.query
        .updateTable("job")
        .set({ pr_link: `${LINK}${index}`, pr_state: state, created_at: index })
        .where("id", "=", job.id)
        .execute();
    }
    const hunk = (id: string, job: string | undefined, text: string | null) => ({
      project_id: PROJECT,
      id,
      job_id: job ?? "",
      person_id: "ann",
      path: "a.md",
      kind: "discarded" as const,
      line: 1,
      last_line: 2,
      quote: `-${id}`,
      text,
      created_at: 1,
    });
    const rows = [
      hunk("one", created[0], ""),
      hunk("two", created[2], ""),
      hunk("gone", created[0], null),
    ];
    await rig.database.query.insertInto("review_comment").values(rows).execute();
    const feedback = createFeedbackStore(rig.database);
    const [item] = await feedback.evidence(PROJECT, ["a"]);
    const page = item?.page ?? "";
    const lines = { path: "a.md", line: 1, lastLine: 2 };
    const pulls = await feedback.earlierPulls(PROJECT, new Set([page]));
    expect(pulls).toEqual([
      { page, link: `${LINK}2`, state: "open", discarded: [{ ...lines, quote: "-two" }] },
      { page, link: `${LINK}1`, state: "closed", discarded: [] },
      { page, link: `${LINK}0`, state: "merged", discarded: [{ ...lines, quote: "-one" }] },
    ]);
    expect(await feedback.earlierPulls(PROJECT, new Set(["/elsewhere"]))).toEqual([]);
    expect(await feedback.earlierPulls("other", new Set([page]))).toEqual([]);
  });
});
