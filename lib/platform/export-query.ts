import "server-only";
import { parseInstant } from "../contract/platform/dates.ts";
import { listFeedback } from "../contract/platform/feedback.ts";
import {
  PAGE_LIMIT,
  SOURCES,
  type Source,
  STATUSES,
  type Status,
} from "../contract/platform/vocabulary.ts";
import { InvalidRequest } from "../errors.ts";
import { type Position, readCursor } from "./cursor.ts";

/** What the export is asked for. Instants are epoch milliseconds; `to` is exclusive. */
export interface ExportQuery {
  from: number | null;
  to: number | null;
  source: Source | null;
  statuses: Status[] | null;
  limit: number;
  after: Position | null;
  /** Names the project and the filters; equal lists have equal names. Cursors are bound to it. */
  list: string;
}

const EXPECTED = {
  dateFrom: "must be YYYY-MM-DD or an ISO 8601 date-time",
  dateTo: "must be YYYY-MM-DD or an ISO 8601 date-time",
  source: `must be one of ${SOURCES.join(", ")}`,
  status: `must be a comma-separated list of ${STATUSES.join(", ")}`,
  limit: `must be a whole number from ${PAGE_LIMIT.minimum} to ${PAGE_LIMIT.maximum}`,
  cursor: "must be the nextCursor of the page before, unchanged",
} as const;

type Parameter = keyof typeof EXPECTED;
const isParameter = (name: unknown): name is Parameter =>
  typeof name === "string" && Object.hasOwn(EXPECTED, name);

/**
 * Reads the query of `GET /v1/analytics/{projectId}/feedback` (contract: "List feedback"). A
 * parameter that the interface does not name is ignored.
 * @throws {InvalidRequest} with one detail for every parameter that is wrong
 */
export function parseExportQuery(projectId: string, search: URLSearchParams): ExportQuery {
  const problems = new Map<Parameter, string>();
  for (const name of new Set(search.keys())) {
    if (isParameter(name) && search.getAll(name).length > 1) {
      problems.set(name, "must be given once");
    }
  }
  const parsed = listFeedback.query.safeParse(Object.fromEntries(search));
  for (const { path } of parsed.error?.issues ?? []) {
    const name = path[0];
    if (isParameter(name) && !problems.has(name)) problems.set(name, EXPECTED[name]);
  }
  const query = parsed.success && problems.size === 0 ? filtersOf(projectId, parsed.data) : null;
  const after = positionOf(search.get("cursor"), query?.list ?? null, problems);
  if (!query || problems.size > 0) throw invalid(problems);
  return { ...query, after };
}

type Parameters = ReturnType<typeof listFeedback.query.parse>;

function filtersOf(projectId: string, given: Parameters): Omit<ExportQuery, "after"> {
  const from = given.dateFrom === undefined ? null : parseInstant(given.dateFrom);
  const to = given.dateTo === undefined ? null : parseInstant(given.dateTo);
  const source = given.source ?? null;
  const statuses = given.status ? [...new Set(given.status)].sort() : null;
  const list = JSON.stringify([projectId, from, to, source, statuses]);
  return { from, to, source, statuses, limit: given.limit, list };
}

function positionOf(
  cursor: string | null,
  list: string | null,
  problems: Map<Parameter, string>,
): Position | null {
  if (cursor === null || problems.has("cursor")) return null;
  const position = readCursor(cursor, list);
  if (position === "damaged") problems.set("cursor", EXPECTED.cursor);
  else if (position === "foreign") problems.set("cursor", "belongs to other filters");
  else return position;
  return null;
}

function invalid(problems: Map<Parameter, string>): InvalidRequest {
  const details = [...problems].map(([name, problem]) => ({ message: `${name}: ${problem}` }));
  return new InvalidRequest("Invalid query parameters.", details);
}
