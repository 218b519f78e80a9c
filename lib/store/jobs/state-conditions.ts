import "server-only";
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { ledgerStatesThat, platformStatusesThat } from "../../contract/api/job-states.ts";
import { UNSETTLED_PULL_STATES } from "../../contract/api/pull-states.ts";
import type { StoreSchema } from "../schema/schema.ts";

/** Any query that selects from `job`. */
type Jobs = ExpressionBuilder<StoreSchema, "job">;

/**
 * Whether someone has to decide what happens next, and nobody has yet.
 * @param held the platform's IDs of jobs whose change waits for a decision
 */
export function needsAttention(eb: Jobs, held: readonly string[] = []): Expression<SqlBool> {
  const hasOpenPull = eb.and([
    eb("job.platform_status", "is distinct from", "archived"),
    eb("job.settled_at", "is not", null),
    mayHaveOpenPull(eb),
  ]);
  const isUnclear = eb.and([
    eb("job.outcome", "is distinct from", "retry"),
    eb("job.outcome", "is distinct from", "handled"),
    eb.or([
      eb("job.state", "in", ledgerStatesThat("needsAttention")),
      eb.and([
        eb("job.platform_status", "in", platformStatusesThat("needsAttention")),
        eb("job.outcome", "is distinct from", "stopped"),
        eb("job.outcome", "is distinct from", "discarded"),
      ]),
      hasOpenPull,
      eb.and([isNoLongerPolled(eb), eb("job.outcome", "is distinct from", "unfollowed")]),
    ]),
  ]);
  // A change waits also in a job that someone marked as handled before.
  return held.length > 0 ? eb.or([isUnclear, eb("job.platform_job_id", "in", held)]) : isUnclear;
}

/** Whether the job isn't over, or its pull request may be open. */
export function isOpen(eb: Jobs): Expression<SqlBool> {
  const isRunning = eb.and([
    eb("job.settled_at", "is", null),
    eb("job.state", "not in", ledgerStatesThat("settled")),
    eb("job.deleted_at", "is", null),
  ]);
  return eb.or([isRunning, mayHaveOpenPull(eb)]);
}

/** Whether it is being sent, or an agent works on it. */
export function isWorking(eb: Jobs): Expression<SqlBool> {
  return eb.and([
    eb("job.settled_at", "is", null),
    eb("job.next_poll_at", "is not", null),
    eb("job.deleted_at", "is", null),
    eb("job.state", "!=", "scheduled"),
  ]);
}

/** Whether polls ended before the job settled: it was deleted, or nothing changed for a day. */
function isNoLongerPolled(eb: Jobs): Expression<SqlBool> {
  return eb.and([
    eb("job.platform_job_id", "is not", null),
    eb("job.settled_at", "is", null),
    eb.or([eb("job.deleted_at", "is not", null), eb("job.next_poll_at", "is", null)]),
  ]);
}

function mayHaveOpenPull(eb: Jobs): Expression<SqlBool> {
  return eb.and([
    eb("job.pr_link", "is not", null),
    eb.or([eb("job.pr_state", "is", null), eb("job.pr_state", "in", UNSETTLED_PULL_STATES)]),
  ]);
}
