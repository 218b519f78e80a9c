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

/** Parsed query of an export request. Instants are epoch milliseconds; `to` is exclusive. */
export interface ExportQuery {
  from: number | null;
  to: number | null;
  source: Source | null;
  statuses: Status[] | null;
  limit: number;
  after: Position | null;
  /** Identifies the project and the filters. Cursors are only valid for the same list. */
  list: string;
}

const EXPECTED = {
  dateFrom: "must be YYYY-MM-DD or an ISO 8601 date-time",
  dateTo: "must be YYYY-MM-DD or an ISO 8601 date-time",
  source: `must be one of ${SOURCES.join(", ")}`,
  status: `must be a comma-separated list of ${STATUSES.join(", ")}`,
  limit: `must be a whole number from ${PAGE_LIMIT.minimum} to ${PAGE_LIMIT.maximum}`,
  cursor: "must be the unchanged nextCursor of the previous page",
} as const;

type Parameter = keyof typeof EXPECTED;
const isParameter = (name: unknown): name is Parameter =>
  typeof name === "string" && Object.hasOwn(EXPECTED, name);

/**
 * Parses the query of `GET /v1/analytics/{projectId}/feedback`. Unknown parameters are ignored. See
 * docs/contract/platform.md, "List feedback".
 * @throws {InvalidRequest} with one detail per invalid parameter
 */
export function parseExportQuery(projectId: string, search: URLSearchParams): ExportQuery {
  const problems = new Map<Parameter, string>();
  for (const name of new Set(search.keys())) {
    if (isParameter(name) && search.getAll(name).length > 1) {
      problems.set(name, "must be given only once");
    }
  }
  const parsed = listFeedback.query.safeParse(Object.fromEntries(search));
  for (const { path } of parsed.error?.issues ?? []) {
    const name = path[0];
    if (isParameter(name) && !problems.has(name)) problems.set(name, EXPECTED[name]);
  }
  const query = parsed.success && problems.size === 0 ? parseFilters(projectId, parsed.data) : null;
  const after = parseCursor(search.get("cursor"), query?.list ?? null, problems);
  if (!query || problems.size > 0) throw invalid(problems);
  return { ...query, after };
}

type Parameters = ReturnType<typeof listFeedback.query.parse>;

function parseFilters(projectId: string, parameters: Parameters): Omit<ExportQuery, "after"> {
  const from = parameters.dateFrom === undefined ? null : parseInstant(parameters.dateFrom);
  const to = parameters.dateTo === undefined ? null : parseInstant(parameters.dateTo);
  const source = parameters.source ?? null;
  const statuses = parameters.status ? [...new Set(parameters.status)].sort() : null;
  const list = JSON.stringify([projectId, from, to, source, statuses]);
  return { from, to, source, statuses, limit: parameters.limit, list };
}

function parseCursor(
  cursor: string | null,
  list: string | null,
  problems: Map<Parameter, string>,
): Position | null {
  if (cursor === null || problems.has("cursor")) return null;
  const position = readCursor(cursor, list);
  if (position === "damaged") problems.set("cursor", EXPECTED.cursor);
  else if (position === "foreign")
    problems.set("cursor", "was issued for other filters; start again from the first page");
  else return position;
  return null;
}

function invalid(problems: Map<Parameter, string>): InvalidRequest {
  const details = [...problems].map(([name, problem]) => ({ message: `${name}: ${problem}` }));
  return new InvalidRequest(
    "Some query parameters are invalid. Fix the ones listed in details.",
    details,
  );
}
