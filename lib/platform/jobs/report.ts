import "server-only";
import { sql } from "kysely";
import { z } from "zod";
import type { CheckProblem, CommandCheck } from "../../contract/api/checks.ts";
import type { HeldChange } from "../../contract/api/leash.ts";
import { stripNul } from "../../database/dialect.ts";
import type { AgentProgress } from "../agent/read-stream.ts";
import type { StopMode } from "../schema/jobs.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { heldChangeOf } from "./held-changes.ts";
import { type JobPage, parsePages } from "./job-pages.ts";
import { findJob, isBefore, isHeld, type JobRow } from "./job-rows.ts";
import { parseCheck, parseProblems } from "./stored-checks.ts";

/** Details of a job beyond the interface. Instants are epoch milliseconds. */
export interface JobReport {
  /** Why it failed, as a message for people. */
  failure: string | null;
  /** The agent's latest output, see `jobOutput`. */
  output: string;
  /** Whether it isn't over and doesn't wait for a person. */
  isRunning: boolean;
  /** How many jobs that wait for an agent are before it; null if it doesn't wait for one. */
  ahead: number | null;
  /** Whether the agent only reports, or did so last: nothing that it changed is kept. */
  isReportOnly: boolean;
  /** What the agent did for that, if it prints a stream that Errata knows, the newest last. */
  activities: string[];
  /** The agent's own summary; null without such a stream. */
  summary: string | null;
  /** Tools that the agent wasn't allowed to use. */
  denied: string[];
  /** When the agent last printed something. */
  printedAt: number | null;
  /** The change that waits for a person. */
  held: HeldChange | null;
  /** Whether someone stopped the job. */
  stop: StopMode | null;
  /** How many times the current or last prompt was started. */
  attempts: number;
  /** The pages that its prompts resolved, each once. */
  pages: JobPage[];
  /** What its last change breaks; null before it was checked. */
  problems: CheckProblem[] | null;
  /** The command's result for its last change. */
  check: CommandCheck | null;
  /** When the new problems were given back to the agent. */
  givenBackAt: number | null;
  messages: { prompt: string; createdAt: number; doneAt: number | null }[];
}

/** Returns a job's report, or null if the job isn't in the project. */
export async function jobReport(
  store: PlatformDatabase,
  projectId: string,
  id: string,
): Promise<JobReport | null> {
  const job = await findJob(store, projectId, id);
  if (!job) return null;
  const rows = await store.query
    .selectFrom("platform_job_message")
    .selectAll()
    .where("job_id", "=", id)
    .orderBy("id")
    .execute();
  const messages = rows.map((row) => ({
    prompt: row.prompt,
    createdAt: row.created_at,
    doneAt: row.done_at,
  }));
  const resolved = rows.flatMap((row) => parsePages(row.pages) ?? []);
  const pages = [...new Map(resolved.map((each) => [each.page, each])).values()];
  const checked = rows.findLast(({ problems, checks }) => (problems ?? checks) !== null);
  const problems = parseProblems(checked?.problems ?? null);
  const check = parseCheck(checked?.checks ?? null);
  // The process that ran it ended, and the job failed before it ran again.
  const isForgotten = check?.state === "running" && job.status !== "active";
  const isReportOnly = rows.findLast((row) => row.report_only !== null)?.report_only === 1;
  const givenBackAt = rows.find((row) => row.from_checks === 1)?.created_at ?? null;
  const held = await heldChangeOf(store, id);
  const isRunning = job.status === "active" && held === null;
  const ahead = isRunning ? await jobsAhead(store, job) : null;
  const latest = await latestOutput(store, id);
  const { text: summary, ...progress } = progressOf(latest?.progress);
  return {
    failure: job.failure,
    attempts: job.attempts,
    pages,
    problems,
    messages,
    stop: job.stop,
    check: isForgotten ? null : check,
    givenBackAt,
    isRunning,
    ahead,
    isReportOnly,
    held,
    output: latest?.output ?? "",
    printedAt: latest?.saved_at ?? null,
    summary,
    ...progress,
  };
}

/** Counts the jobs that wait for an agent, and were created before one that does as well. Null for one that an agent has. */
async function jobsAhead({ query }: PlatformDatabase, job: JobRow): Promise<number | null> {
  if (job.holder !== null) return null;
  const { count } = await query
    .selectFrom("platform_job")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status", "=", "active")
    .where("holder", "is", null)
    .where(isBefore(job))
    .where(({ not }) => not(isHeld))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns the agent's output for the prompt it started last: plain text without secrets. Long output
 * is cut in the middle. Null if the job isn't in the project.
 */
export async function jobOutput(
  store: PlatformDatabase,
  projectId: string,
  id: string,
): Promise<string | null> {
  if (!(await findJob(store, projectId, id))) return null;
  return (await latestOutput(store, id))?.output ?? "";
}

/** Saves an agent's output, activities, and usage so far for a prompt. */
export async function saveOutput(
  { query }: PlatformDatabase,
  messageId: number,
  saved: { text: string; progress: AgentProgress; at: number },
): Promise<void> {
  const row = {
    output: stripNul(saved.text),
    progress: stripNul(JSON.stringify(saved.progress)),
    saved_at: saved.at,
  };
  await query
    .insertInto("platform_output")
    .values({ message_id: messageId, ...row })
    .onConflict((conflict) => conflict.column("message_id").doUpdateSet(row))
    .execute();
  const { usage } = saved.progress;
  if (!usage) return;
  await query
    .updateTable("platform_job_message")
    .set({ usage: JSON.stringify(usage) })
    .where("id", "=", messageId)
    .execute();
}

const progressSchema = z.object({
  activities: z.array(z.string()),
  text: z.string().nullable(),
  denied: z.array(z.string()),
});

/** Adds a line to a message's output, such as that of the agent that ended. */
export async function addOutput(
  { query }: PlatformDatabase,
  messageId: number,
  line: string,
): Promise<void> {
  await query
    .insertInto("platform_output")
    .values({ message_id: messageId, output: line })
    .onConflict((conflict) =>
      conflict
        .column("message_id")
        .doUpdateSet({ output: sql`platform_output.output || ${`\n${line}`}` }),
    )
    .execute();
}

function progressOf(text: string | null | undefined) {
  const parsed = progressSchema.safeParse(JSON.parse(text ?? "null"));
  return parsed.success ? parsed.data : { activities: [], text: null, denied: [] };
}

async function latestOutput({ query }: PlatformDatabase, jobId: string) {
  const found = query
    .selectFrom("platform_output")
    .innerJoin("platform_job_message", "platform_job_message.id", "platform_output.message_id")
    .select(["platform_output.output", "platform_output.progress", "platform_output.saved_at"])
    .where("platform_job_message.job_id", "=", jobId)
    .orderBy("platform_output.message_id", "desc")
    .limit(1);
  return found.executeTakeFirst();
}
