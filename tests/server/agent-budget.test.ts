import { afterEach, describe, expect, test, vi } from "vitest";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import { engines, ruleTest } from "../support/databases.ts";
import { failureOf, openWorkshop, runJob, settled, type Workshop } from "../support/workshop.ts";

let shop: Workshop | undefined;
afterEach(() => shop?.close());

/** A program that prints what it may cost, and reports a usage. */
const printing = (usage: object) =>
  `node -e 'console.log("may cost " + process.env.ERRATA_BUDGET_USD); console.log(\`${JSON.stringify({ errata: usage })}\`)'`;

const TOKENS = { usage: { input: 1_000_000, output: 100_000, cached: 1_000_000 } };

describe.each(engines)("the budget of agents on $name", (engine) => {
  const rule = ruleTest(engine);
  const open = async (usage: object, budget: Record<string, string>) => {
    const environment = { AGENT_COMMAND: printing(usage), ...budget };
    shop = await openWorkshop({ environment, engine });
    shop.jobs.start();
    return shop.jobs;
  };
  const follow = async (jobs: Workshop["jobs"], id: string) => {
    await jobs.message("docs", id, "again");
    return settled(jobs, id);
  };

  rule("of a job counts all its prompts, and stops the next one", async () => {
    const jobs = await open({ cost_usd: 0.6 }, { AGENT_JOB_BUDGET: "1" });
    const { id } = await runJob(jobs, "first");
    expect(await jobs.output("docs", id)).toContain("may cost 1.00");
    expect(await follow(jobs, id)).toMatchObject({ status: "completed" });
    expect(await jobs.output("docs", id)).toContain("may cost 0.40");
    expect(await follow(jobs, id)).toMatchObject({ status: "failed" });
    expect(shop && (await failureOf(shop, id))).toContain(
      "this job has cost $1.20, and the limit for a job is $1.00. Raise AGENT_JOB_BUDGET",
    );
    expect((await jobs.usage([id])).get(id)?.cost).toBeCloseTo(1.2);
    expect(await runJob(jobs, "another job")).toMatchObject({ status: "completed" });
  });

  test("of a month counts a project's jobs since its start, with the team's prices", async () => {
    const prices = { AGENT_TOKEN_PRICES: "input=2, cached=0.5, output=15" };
    const jobs = await open(TOKENS, { ...prices, AGENT_MONTH_BUDGET: "4" });
    await runJob(jobs, "first");
    expect(await jobs.spending("docs")).toMatchObject({ spent: 4, limit: 4 });
    expect(await jobs.spending("other")).toMatchObject({ spent: 0, limit: 4 });
    const { id, status } = await runJob(jobs, "second");
    expect(status).toBe("failed");
    expect(shop && (await failureOf(shop, id))).toContain(
      "this month's jobs have cost $4.00, and the limit is $4.00. Raise AGENT_MONTH_BUDGET",
    );
    const earlier = { created_at: Date.now() - 32 * DAY };
    await shop?.database.query.updateTable("platform_job_message").set(earlier).execute();
    expect(await runJob(jobs, "third")).toMatchObject({ status: "completed" });
  });

  rule("of a month counts jobs, and lets earlier ones go on", async () => {
    const jobs = await open(TOKENS, { AGENT_MONTH_JOBS: "1" });
    const { id } = await runJob(jobs, "first");
    const other = await runJob(jobs, "second");
    expect(other.status).toBe("failed");
    expect(shop && (await failureOf(shop, other.id))).toContain(
      "this is job 2 of the month, and the limit is 1. Raise AGENT_MONTH_JOBS",
    );
    expect(await follow(jobs, id)).toMatchObject({ status: "completed" });
  });

  test("counts minutes of work, of a job and of a month", async () => {
    const jobs = await open(TOKENS, { AGENT_JOB_MINUTES: "20", AGENT_MONTH_MINUTES: "30" });
    const { id } = await runJob(jobs, "first");
    const work = (ms: number) =>
      shop?.database.query.updateTable("platform_job_message").set({ worked_ms: ms }).execute();
    const { worked_ms: worked } =
      (await shop?.database.query
        .selectFrom("platform_job_message")
        .select("worked_ms")
        .executeTakeFirst()) ?? {};
    expect(worked).toBeGreaterThan(0);
    await work(20 * 60_000);
    expect(await follow(jobs, id)).toMatchObject({ status: "failed" });
    expect(shop && (await failureOf(shop, id))).toContain(
      "worked on this job for 20 minutes, and the limit for a job is 20. Raise AGENT_JOB_MINUTES",
    );
    expect(await runJob(jobs, "second")).toMatchObject({ status: "completed" });
    await work(20 * 60_000);
    const third = await runJob(jobs, "third");
    expect(shop && (await failureOf(shop, third.id))).toMatch(
      /worked for \d+ minutes this month, and the limit is 30. Raise AGENT_MONTH_MINUTES/,
    );
  });

  rule("counts what an interrupted attempt cost", async () => {
    const jobs = await open({ cost_usd: 0.6 }, {});
    const { id } = await runJob(jobs, "first");
    await shop?.database.query.updateTable("platform_job").set({ status: "active" }).execute();
    await shop?.database.query.updateTable("platform_job_message").set({ done_at: null }).execute();
    await settled(jobs, id);
    await vi.waitFor(async () => expect((await jobs.usage([id])).get(id)?.cost).toBeCloseTo(1.2));
  });
});
