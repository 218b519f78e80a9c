import "server-only";
import type { JobPage } from "../contract/api/jobs.ts";
import { InvalidRequest } from "../errors.ts";
import { decodeCursor, encodeCursor, invalidCursor } from "../store/cursor.ts";
import type { JobFilter } from "../store/jobs/filter.ts";
import type { Ledger } from "./ledger.ts";
import { jobView } from "./view.ts";

/** What a list of jobs may be asked for; what is left out does not choose. */
export interface JobQuery extends Partial<JobFilter> {
  cursor?: string | null;
  /** 1 to 200 (50). */
  limit?: number;
}

const MOST_JOBS = 200;
const MOST_STATES = 20;

/** A page of the project's jobs, the newest first. @throws {InvalidRequest} */
export async function listJobs(
  { store }: Ledger,
  projectId: string,
  { cursor, limit = 50, states = null, page = null, person = null, needsMe = false }: JobQuery,
): Promise<JobPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_JOBS) {
    throw new InvalidRequest(`limit: must be a whole number from 1 to ${MOST_JOBS}`);
  }
  if (states !== null && (states.length === 0 || states.length > MOST_STATES)) {
    throw new InvalidRequest(`status: must name 1 to ${MOST_STATES} states`);
  }
  const before = cursor ? positionOf(cursor) : null;
  const filter = { states, page, person, needsMe };
  const found = await store.summaries(projectId, filter, { before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit;
  const nextCursor = hasMore && last ? encodeCursor([last.created_at, last.id]) : null;
  return { jobs: rows.map(jobView), nextCursor, hasMore };
}

function positionOf(cursor: string): { createdAt: number; id: string } {
  const [createdAt, id, ...rest] = decodeCursor(cursor);
  const sound = typeof createdAt === "number" && typeof id === "string" && rest.length === 0;
  if (!sound || id.includes("\0")) throw invalidCursor();
  return { createdAt, id };
}
