import "server-only";
import { sql } from "kysely";
import { z } from "zod";
import type { AgentBudget, TokenPrices } from "../../config/agent-budget.ts";
import { AgentFailed } from "../agent/agent.ts";
import { addUsage } from "../agent/read-stream.ts";
import type { AgentUsage } from "../agent/stream-formats.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { isBefore, type JobRow } from "./job-rows.ts";

/** The costs of a project's agents in a month, in US dollars. */
export interface Spending {
  spent: number;
  limit: number | null;
  /** When the month began (UTC), in epoch milliseconds. */
  since: number;
}

const usageSchema = z.object({
  input: z.number(),
  output: z.number(),
  cached: z.number(),
  cost: z.number().nullable(),
});

/** Parses a usage. Money that its program didn't report is computed from the team's prices. */
function parseUsage(text: string | null, prices: TokenPrices | null): AgentUsage | null {
  const { data } = usageSchema.safeParse(JSON.parse(text ?? "null"));
  if (!data || data.cost !== null || !prices) return data ?? null;
  const { input, cached, output } = data;
  const millions = input * prices.input + cached * prices.cached + output * prices.output;
  return { ...data, cost: millions / 1_000_000 };
}

/** Returns what the agent reported for a prompt so far. */
export async function messageUsage(
  { query }: PlatformDatabase,
  id: number,
): Promise<AgentUsage | null> {
  const found = query.selectFrom("platform_job_message").select("usage").where("id", "=", id);
  return parseUsage((await found.executeTakeFirst())?.usage ?? null, null);
}

/** Returns how many milliseconds the agent of a prompt worked so far. */
export async function workOf({ query }: PlatformDatabase, id: number): Promise<number> {
  const found = query.selectFrom("platform_job_message").select("worked_ms").where("id", "=", id);
  return (await found.executeTakeFirst())?.worked_ms ?? 0;
}

/** Records it. */
export async function recordWork(
  { query }: PlatformDatabase,
  id: number,
  milliseconds: number,
): Promise<void> {
  const update = query.updateTable("platform_job_message").set({ worked_ms: milliseconds });
  await update.where("id", "=", id).execute();
}

/** Returns what agents used for jobs, over all prompts, by job. */
export async function jobUsage(
  { query }: PlatformDatabase,
  ids: readonly string[],
  prices: TokenPrices | null,
): Promise<Map<string, AgentUsage>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom("platform_job_message")
    .select(["job_id", "usage"])
    .where("job_id", "in", ids)
    .where("usage", "is not", null)
    .execute();
  const usages = new Map<string, AgentUsage>();
  for (const { job_id, usage } of rows) {
    const parsed = parseUsage(usage, prices);
    if (parsed) usages.set(job_id, addUsage(usages.get(job_id) ?? null, parsed));
  }
  return usages;
}

/** Returns what the prompts of a month cost in a project, also those that failed. @param now an instant in that month (UTC) */
export async function monthSpending(
  { query }: PlatformDatabase,
  projectId: string,
  { prices, perMonth }: AgentBudget,
  now: number,
): Promise<Spending> {
  const since = monthStart(now);
  const rows = await query
    .selectFrom("platform_job_message")
    .innerJoin("platform_job", "platform_job.id", "platform_job_message.job_id")
    .select("platform_job_message.usage")
    .where("platform_job.project_id", "=", projectId)
    .where("platform_job_message.created_at", ">=", since)
    .where("platform_job_message.usage", "is not", null)
    .execute();
  const costs = rows.map(({ usage }) => parseUsage(usage, prices)?.cost ?? 0);
  return { spent: costs.reduce((one, other) => one + other, 0), limit: perMonth, since };
}

/**
 * Returns the US dollars that an agent may still cost for a job; null without a limit. Other limits only stop it.
 * @throws {AgentFailed} if nothing is left
 */
export async function remainingBudget(
  store: PlatformDatabase,
  job: JobRow,
  budget: AgentBudget,
  now: number,
): Promise<number | null> {
  await requireJobsLeft(store, job, budget, now);
  await requireMinutesLeft(store, job, budget, now);
  const left = Math.min(
    await leftForJob(store, job, budget),
    await leftForMonth(store, job, budget, now),
  );
  return Number.isFinite(left) ? left : null;
}

async function leftForJob(
  store: PlatformDatabase,
  { id }: JobRow,
  { perJob, prices }: AgentBudget,
): Promise<number> {
  if (perJob === null) return Number.POSITIVE_INFINITY;
  const spent = (await jobUsage(store, [id], prices)).get(id)?.cost ?? 0;
  if (spent < perJob) return perJob - spent;
  throw new AgentFailed(
    `The agent wasn't started: this job has cost ${money(spent)}, and the limit for a job is ${money(perJob)}. Raise AGENT_JOB_BUDGET and send a follow-up, or create a new job.`,
  );
}

async function leftForMonth(
  store: PlatformDatabase,
  { project_id: projectId }: JobRow,
  budget: AgentBudget,
  now: number,
): Promise<number> {
  const { perMonth } = budget;
  if (perMonth === null) return Number.POSITIVE_INFINITY;
  const { spent } = await monthSpending(store, projectId, budget, now);
  if (spent < perMonth) return perMonth - spent;
  throw new AgentFailed(
    `The agent wasn't started: this month's jobs have cost ${money(spent)}, and the limit is ${money(perMonth)}. Raise AGENT_MONTH_BUDGET, or wait for the next month (UTC). Then send a follow-up.`,
  );
}

/** Jobs that were created before count, also those that weren't started. @throws {AgentFailed} */
async function requireJobsLeft(
  { query }: PlatformDatabase,
  job: JobRow,
  { monthJobs }: AgentBudget,
  now: number,
): Promise<void> {
  if (monthJobs === null) return;
  const { before } = await query
    .selectFrom("platform_job")
    .select(({ fn }) => fn.countAll<number>().as("before"))
    .where("project_id", "=", job.project_id)
    .where("created_at", ">=", monthStart(now))
    .where(isBefore(job))
    .executeTakeFirstOrThrow();
  if (before < monthJobs) return;
  throw new AgentFailed(
    `The agent wasn't started: this is job ${before + 1} of the month, and the limit is ${monthJobs}. Raise AGENT_MONTH_JOBS, or wait for the next month (UTC). Then send a follow-up.`,
  );
}

/** @throws {AgentFailed} */
async function requireMinutesLeft(
  { query }: PlatformDatabase,
  { id, project_id: projectId }: JobRow,
  { jobMinutes, monthMinutes }: AgentBudget,
  now: number,
): Promise<void> {
  const worked = query
    .selectFrom("platform_job_message")
    .select(({ fn }) => fn.coalesce(fn.sum<number>("worked_ms"), sql<number>`0`).as("ms"));
  const ofJob = async () =>
    minutes((await worked.where("job_id", "=", id).executeTakeFirstOrThrow()).ms);
  const ofMonth = async () => {
    const { ms } = await worked
      .innerJoin("platform_job", "platform_job.id", "platform_job_message.job_id")
      .where("platform_job.project_id", "=", projectId)
      .where("platform_job_message.created_at", ">=", monthStart(now))
      .executeTakeFirstOrThrow();
    return minutes(ms);
  };
  const spentOnJob = jobMinutes === null ? 0 : await ofJob();
  if (jobMinutes !== null && spentOnJob >= jobMinutes) {
    throw new AgentFailed(
      `The agent wasn't started: it has worked on this job for ${spentOnJob} minutes, and the limit for a job is ${jobMinutes}. Raise AGENT_JOB_MINUTES and send a follow-up, or create a new job.`,
    );
  }
  const spentInMonth = monthMinutes === null ? 0 : await ofMonth();
  if (monthMinutes !== null && spentInMonth >= monthMinutes) {
    throw new AgentFailed(
      `The agent wasn't started: agents have worked for ${spentInMonth} minutes this month, and the limit is ${monthMinutes}. Raise AGENT_MONTH_MINUTES, or wait for the next month (UTC). Then send a follow-up.`,
    );
  }
}

/** Whole minutes. PostgreSQL sums to text. */
const minutes = (milliseconds: number | string) => Math.floor(Number(milliseconds) / 60_000);

const money = (amount: number) => `$${amount.toFixed(2)}`;

function monthStart(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
