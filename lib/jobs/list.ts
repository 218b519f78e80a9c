import "server-only";
import type { JobList } from "../contract/api/jobs.ts";
import { LIST_LIMIT } from "../contract/api/list-limits.ts";
import { InvalidRequest } from "../errors.ts";
import { decodeCursor, encodeCursor, invalidCursor } from "../store/cursor.ts";
import type { JobFilter } from "../store/jobs/filter.ts";
import type { Ledger } from "./ledger.ts";
import { jobView } from "./view.ts";

/** Filters and position of a list of jobs. Filters that are left out match every job. */
export interface JobQuery extends Partial<Omit<JobFilter, "held">> {
  cursor?: string | null;
  /** 1 to 250 (50). */
  limit?: number;
}

const MAXIMUM_LIMIT = LIST_LIMIT.maximum;
const MAXIMUM_STATES = 20;

/** Returns a project's jobs, newest first. @throws {InvalidRequest} */
export async function listJobs(
  { store, heldJobs }: Ledger,
  projectId: string,
  {
    cursor,
    limit = 50,
    states = null,
    page = null,
    person = null,
    batch = null,
    withArchived = true,
    needsAttention = false,
    mergedSince = null,
    pull = null,
  }: JobQuery,
): Promise<JobList> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAXIMUM_LIMIT) {
    throw new InvalidRequest(`limit: must be a whole number from 1 to ${MAXIMUM_LIMIT}`);
  }
  if (states !== null && (states.length === 0 || states.length > MAXIMUM_STATES)) {
    throw new InvalidRequest(`status: must have 1 to ${MAXIMUM_STATES} values`);
  }
  const before = cursor ? positionOf(cursor) : null;
  const held = needsAttention ? await heldJobs(projectId) : [];
  const filter = {
    states,
    page,
    person,
    batch,
    withArchived,
    needsAttention,
    held,
    mergedSince,
    pull,
  };
  const found = await store.summaries(projectId, filter, { before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit;
  const nextCursor = hasMore && last ? encodeCursor([last.created_at, last.id]) : null;
  return { jobs: rows.map(jobView), nextCursor, hasMore };
}

function positionOf(cursor: string): { createdAt: number; id: string } {
  const [createdAt, id, ...rest] = decodeCursor(cursor);
  const isValid = typeof createdAt === "number" && typeof id === "string" && rest.length === 0;
  if (!isValid || id.includes("\0")) throw invalidCursor();
  return { createdAt, id };
}
