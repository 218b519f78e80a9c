import "server-only";
import type { Selectable } from "kysely";
import type { Verdict } from "../../contract/api/job-review.ts";
import { mailAddress } from "../../text/mail-address.ts";
import { normalizedAddress } from "../../text/reader-address.ts";
import type { JobVerdictTable } from "../schema/jobs.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { itemsOfJobs } from "../write/history.ts";

/** Identifies the job. */
export interface JobKey {
  project_id: string;
  job_id: string;
}

/** Returns the verdicts that people set about a job's items, by item. */
export async function verdicts(
  db: StoreQuery,
  job: JobKey,
): Promise<Map<string, Selectable<JobVerdictTable>>> {
  const rows = await db
    .selectFrom("job_verdict")
    .selectAll()
    .where("project_id", "=", job.project_id)
    .where("job_id", "=", job.job_id)
    .execute();
  return new Map(rows.map((row) => [row.feedback_id, row]));
}

/** Sets a verdict about one of a job's items; null for the proposed one. */
export async function setVerdict(
  db: StoreQuery,
  key: JobKey & { feedback_id: string },
  verdict: Verdict | null,
  by: { set_at: number; by_name: string },
): Promise<void> {
  if (verdict === null) {
    await db
      .deleteFrom("job_verdict")
      .where("project_id", "=", key.project_id)
      .where("job_id", "=", key.job_id)
      .where("feedback_id", "=", key.feedback_id)
      .execute();
    return;
  }
  await db
    .insertInto("job_verdict")
    .values({ ...key, verdict, ...by })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "job_id", "feedback_id"]).doUpdateSet({ verdict, ...by }),
    )
    .execute();
}

/** Returns the versions of a job's files that a person has reviewed. */
export async function reviewedFiles(
  db: StoreQuery,
  job: JobKey,
  personId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("reviewed_file")
    .select("version")
    .where("project_id", "=", job.project_id)
    .where("job_id", "=", job.job_id)
    .where("person_id", "=", personId)
    .execute();
  return rows.map(({ version }) => version);
}

/** Records whether a person has reviewed a file as it is in a version. */
export async function setReviewed(
  db: StoreQuery,
  row: JobKey & { person_id: string; version: string },
  reviewedAt: number | null,
): Promise<void> {
  if (reviewedAt === null) {
    await db
      .deleteFrom("reviewed_file")
      .where("project_id", "=", row.project_id)
      .where("job_id", "=", row.job_id)
      .where("person_id", "=", row.person_id)
      .where("version", "=", row.version)
      .execute();
    return;
  }
  await db
    .insertInto("reviewed_file")
    .values({ ...row, reviewed_at: reviewedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a number for each reader who left an address, by the items of a job; equal for equal addresses. */
export async function readerNumbers(db: StoreQuery, job: JobKey): Promise<Map<string, number>> {
  const rows = await itemsOfJobs(db, job.project_id, [job.job_id])
    .select(["feedback.id", "feedback.contact"])
    .where("feedback.contact", "is not", null)
    .execute();
  const numbers = new Map<string, number>();
  return new Map(
    rows.flatMap(({ id, contact }) => {
      const address = mailAddress(contact ?? "");
      if (!address) return [];
      const known = normalizedAddress(address);
      const number = numbers.get(known) ?? numbers.size;
      numbers.set(known, number);
      return [[id, number] as const];
    }),
  );
}
