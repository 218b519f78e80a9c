import "server-only";
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from "kysely";
import type { JobCounts, OpenJob } from "../../contract/api/jobs.ts";
import type { Actor } from "../../contract/api/people.ts";
import { stripNul } from "../../database/dialect.ts";
import { documentationPageOf } from "../feedback/documentation-page.ts";
import type { StoreSchema } from "../schema.ts";
import { pullStateOf } from "./pull-state.ts";

/** Which jobs of a project a list has; what is null does not choose. */
export interface JobFilter {
  states: string[] | null;
  /** A documentation page that feedback behind the job is about. */
  page: string | null;
  /** Who asked for them, by their id. */
  person: string | null;
  /** Only what waits for a person. */
  needsMe: boolean;
}

type Jobs = ExpressionBuilder<StoreSchema, "job">;

/** The condition that a job passes the filter. */
export function passing(filter: JobFilter) {
  return (eb: Jobs): Expression<SqlBool> => {
    const { states, page, person } = filter;
    return eb.and([
      ...(states === null ? [] : [eb("state", "in", states.map(stripNul))]),
      ...(person === null ? [] : [eb("by_id", "=", stripNul(person))]),
      ...(page === null ? [] : [isAbout(eb, documentationPageOf(stripNul(page)))]),
      ...(filter.needsMe ? [needsMe(eb)] : []),
    ]);
  };
}

/** How many jobs wait for a person, and on how many an agent works. */
export async function jobCounts(db: Kysely<StoreSchema>, projectId: string): Promise<JobCounts> {
  const row = await db
    .selectFrom("job")
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere(needsMe(eb)).as("needsMe"),
      fn.countAll<number>().filterWhere(isWorking(eb)).as("active"),
    ])
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return { needsMe: row.needsMe, active: row.active, people: await askersOf(db, projectId) };
}

/** Who has asked for jobs of the project, under the name that each had last. */
async function askersOf(db: Kysely<StoreSchema>, projectId: string): Promise<Actor[]> {
  const rows = await db
    .selectFrom("job")
    .select(({ fn }) => ["by_id", "by_name", fn.max("created_at").as("last")])
    .where("project_id", "=", projectId)
    .where("by_id", "is not", null)
    .groupBy(["by_id", "by_name"])
    .orderBy("last")
    .execute();
  const names = new Map(rows.map(({ by_id, by_name }) => [by_id ?? "", by_name ?? ""]));
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/**
 * Which of the entries have a job that is not over, or whose pull request may be open, the newest
 * job first.
 */
export async function openJobsOf(
  db: Kysely<StoreSchema>,
  projectId: string,
  feedbackIds: readonly string[],
): Promise<OpenJob[]> {
  const rows = await db
    .selectFrom("job_feedback")
    .innerJoin("job", "job.id", "job_feedback.job_id")
    .select(["job_feedback.feedback_id", "job.id", "job.state", "job.pr_link", "job.pr_state"])
    .select("job.created_at")
    .where("job_feedback.project_id", "=", projectId)
    .where("job_feedback.feedback_id", "in", feedbackIds)
    .where((eb) =>
      eb.or([
        eb.and([
          eb("job.settled_at", "is", null),
          eb("job.state", "not in", OVER),
          eb.not(isGone(eb)),
        ]),
        eb.and([
          eb("job.pr_link", "is not", null),
          eb.or([eb("job.pr_state", "is", null), eb("job.pr_state", "in", MAY_BE_OPEN)]),
        ]),
      ]),
    )
    .orderBy("job.created_at", "desc")
    .orderBy("job.id", "desc")
    .orderBy("job_feedback.feedback_id")
    .execute();
  return rows.map((row) => ({
    feedbackId: row.feedback_id,
    jobId: row.id,
    state: row.state,
    prLink: row.pr_link,
    prState: pullStateOf(row.pr_state),
    createdAt: row.created_at,
  }));
}

/** Also where nobody could look: to look is then up to a person. */
const MAY_BE_OPEN = ["open", "unknown"];

/** Ends without anything on the platform; a status of the platform's own of that name has settled. */
const OVER = ["refused", "cancelled", "not_created"];

function needsMe(eb: Jobs): Expression<SqlBool> {
  const unanswered = eb.and([
    eb("job.state", "in", ["unknown", "refused", "waiting"]),
    eb("job.platform_job_id", "is", null),
  ]);
  const pullWaits = eb.and([
    eb("job.state", "!=", "archived"),
    eb("job.settled_at", "is not", null),
    eb("job.pr_link", "is not", null),
    mayBeOpen(eb),
  ]);
  return eb.and([
    eb("job.resolution", "is distinct from", "again"),
    eb("job.resolution", "is distinct from", "set_aside"),
    eb.or([eb("job.state", "=", "failed"), unanswered, pullWaits, isGone(eb)]),
  ]);
}

/** The platform does not know it any more, though it had not settled: nobody follows it. */
function isGone(eb: ExpressionBuilder<StoreSchema, "job">): Expression<SqlBool> {
  return eb.and([
    eb("job.platform_job_id", "is not", null),
    eb("job.settled_at", "is", null),
    eb("job.next_poll_at", "is", null),
  ]);
}

function mayBeOpen(eb: Jobs): Expression<SqlBool> {
  return eb.or([eb("job.pr_state", "is", null), eb("job.pr_state", "in", MAY_BE_OPEN)]);
}

function isWorking(eb: Jobs): Expression<SqlBool> {
  return eb.and([
    eb("job.settled_at", "is", null),
    eb("job.next_poll_at", "is not", null),
    eb.or([eb("job.state", "!=", "waiting"), eb("job.platform_job_id", "is not", null)]),
  ]);
}

function isAbout(eb: Jobs, page: string): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom("job_feedback")
      .innerJoin("feedback", (join) =>
        join
          .onRef("feedback.project_id", "=", "job_feedback.project_id")
          .onRef("feedback.id", "=", "job_feedback.feedback_id"),
      )
      .select("feedback.id")
      .whereRef("job_feedback.project_id", "=", "job.project_id")
      .whereRef("job_feedback.job_id", "=", "job.id")
      .where("feedback.page", "=", page),
  );
}
