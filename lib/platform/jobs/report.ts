import "server-only";
import { sql } from "kysely";
import { stripNul } from "../../database/dialect.ts";
import type { Database } from "../../database/open.ts";
import type { PlatformSchema } from "../schema/schema.ts";
import { type JobPage, parsePages } from "./job-pages.ts";
import { findJob } from "./job-rows.ts";

type Store = Database<PlatformSchema>;

/** Details of a job beyond the interface. Instants are epoch milliseconds. */
export interface JobReport {
  /** Why it failed, as a message for people. */
  failure: string | null;
  /** The agent's latest output, see `jobOutput`. */
  output: string;
  /** How many times the current or last prompt was started. */
  attempts: number;
  /** What its prompts resolved, each page once. */
  pages: JobPage[];
  messages: { prompt: string; createdAt: number; doneAt: number | null }[];
}

/** Returns a job's report, or null if the job isn't in the project. */
export async function jobReport(
  store: Store,
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
  const output = await latestOutput(store, id);
  return { failure: job.failure, output, attempts: job.attempts, pages, messages };
}

/**
 * Returns the agent's output for the prompt it started last: plain text without secrets. Long output
 * is cut in the middle. Null if the job isn't in the project.
 */
export async function jobOutput(
  store: Store,
  projectId: string,
  id: string,
): Promise<string | null> {
  return (await findJob(store, projectId, id)) ? latestOutput(store, id) : null;
}

export async function saveOutput(store: Store, messageId: number, text: string): Promise<void> {
  const output = stripNul(text);
  await store.query
    .insertInto("platform_output")
    .values({ message_id: messageId, output })
    .onConflict((conflict) => conflict.column("message_id").doUpdateSet({ output }))
    .execute();
}

/** Adds a line to a message's output, such as that of the agent that ended. */
export async function addOutput({ query }: Store, messageId: number, line: string): Promise<void> {
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

async function latestOutput({ query }: Store, jobId: string): Promise<string> {
  const found = query
    .selectFrom("platform_output")
    .innerJoin("platform_job_message", "platform_job_message.id", "platform_output.message_id")
    .select("platform_output.output")
    .where("platform_job_message.job_id", "=", jobId)
    .orderBy("platform_output.message_id", "desc")
    .limit(1);
  return (await found.executeTakeFirst())?.output ?? "";
}
