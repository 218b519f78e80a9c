import "server-only";
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { filterWord } from "../../contract/api/job-states.ts";
import type { PullState } from "../../contract/api/pull-states.ts";
import { stripNul } from "../../database/dialect.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { needsAttention } from "./state-conditions.ts";

/** Filters of a project's jobs. A filter that is null matches every job. */
export interface JobFilter {
  /** Our states and the platform's statuses; see `filterWord`. */
  states: string[] | null;
  /** A documentation page of the linked feedback, by the name under which it is stored. */
  page: string | null;
  /** ID of the person who created the job. */
  person: string | null;
  /** ID of the batch that it was created with. */
  batch: string | null;
  /** False leaves out archived jobs. */
  withArchived: boolean;
  /** Only jobs that need attention, with `held` as that condition takes it. */
  needsAttention: boolean;
  held: readonly string[];
  /** Only jobs whose pull requests were merged after this, in epoch milliseconds. */
  mergedSince: number | null;
  /** State of the pull request. */
  pull: PullState | null;
}

type Jobs = ExpressionBuilder<StoreSchema, "job">;

/** Returns the condition that a job matches the filter. */
export function matchesFilter(filter: JobFilter) {
  return (eb: Jobs): Expression<SqlBool> => {
    const { states, page, person, batch, mergedSince, pull } = filter;
    return eb.and([
      ...(states === null ? [] : [hasState(eb, states)]),
      ...(person === null ? [] : [eb("by_id", "=", stripNul(person))]),
      ...(batch === null ? [] : [eb("batch_id", "=", stripNul(batch))]),
      ...(filter.withArchived ? [] : [eb("platform_status", "is distinct from", "archived")]),
      ...(page === null ? [] : [isAbout(eb, page)]),
      ...(mergedSince === null
        ? []
        : [eb("pr_state", "=", "merged"), eb("pr_checked_at", ">", mergedSince)]),
      ...(pull === null ? [] : [eb("pr_state", "=", pull)]),
      ...(filter.needsAttention ? [needsAttention(eb, filter.held)] : []),
    ]);
  };
}

function hasState(eb: Jobs, words: readonly string[]): Expression<SqlBool> {
  const chosen = words.map(filterWord);
  const states = chosen.flatMap((word) => ("state" in word ? [word.state] : []));
  const statuses = chosen.flatMap((word) => ("state" in word ? [] : [word.platformStatus]));
  return eb.or([
    ...(states.length > 0 ? [eb("state", "in", states)] : []),
    ...(statuses.length > 0 ? [eb("platform_status", "in", statuses.map(stripNul))] : []),
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
