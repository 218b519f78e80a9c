import "server-only";
import { parseInstant } from "../contract/platform/dates.ts";
import { listFeedback } from "../contract/platform/feedback.ts";
import { PAGE_LIMIT, SOURCES, STATUSES } from "../contract/platform/vocabulary.ts";
import { InvalidRequest } from "../errors.ts";
import { type Cursor, type ExportFilters, type Position, readCursor } from "./cursor.ts";

/** Parsed query of an export request. */
export interface ExportQuery {
  filters: ExportFilters;
  limit: number;
  after: Position | null;
}

const EXPECTED = {
  dateFrom: "must be YYYY-MM-DD or an ISO 8601 date-time",
  dateTo: "must be YYYY-MM-DD or an ISO 8601 date-time",
  source: `must be one of ${SOURCES.join(", ")}`,
  status: `must be a comma-separated list of ${STATUSES.join(", ")}`,
  limit: `must be a whole number from ${PAGE_LIMIT.minimum} to ${PAGE_LIMIT.maximum}`,
  cursor: "must be the unchanged nextCursor of the previous page",
} as const;

/**
 * Other interfaces' words for where a page starts, in lower case and without separators. A client that was written for
 * one of them would read the first page forever. `cursor` is among them for other spellings, such as `Cursor`.
 */
const PAGING_WORDS = new Set(
  `offset skip page pagenumber pagenum pageno pageindex currentpage nextpage pageoffset next
  cursor nextcursor startcursor endcursor aftercursor pagecursor pageafter pagebefore
  pagetoken nextpagetoken nexttoken continuationtoken continuation
  startat startindex startafter startingafter endingbefore firstresult`.split(/\s+/),
);
/** Words that can also name a date, which isn't a position in a list. */
const PAGING_UNLESS_DATES = new Set(["start", "from", "after", "before"]);
const NO_PAGING_WORD = "isn't supported; pass the nextCursor of the previous page as cursor";

type Parameter = keyof typeof EXPECTED;
const isParameter = (name: unknown): name is Parameter =>
  typeof name === "string" && Object.hasOwn(EXPECTED, name);

/**
 * Parses the query of `GET /v1/analytics/{projectId}/feedback`. A cursor alone continues with the
 * filters that it was issued for, and an empty one is none. Unknown parameters are ignored unless they are paging
 * words. See docs/contract/platform.md, "List feedback".
 * @throws {InvalidRequest} with one detail per invalid parameter
 */
export function parseExportQuery(projectId: string, search: URLSearchParams): ExportQuery {
  const problems = problemsOfNames(search);
  const parsed = listFeedback.query.safeParse(Object.fromEntries(search));
  for (const { path } of parsed.error?.issues ?? []) {
    const name = path[0];
    if (isParameter(name) && !problems.has(name)) problems.set(name, EXPECTED[name]);
  }
  const given = problems.size === 0 && parsed.data ? parseFilters(parsed.data) : null;
  const cursor = parseCursor(projectId, search, given, problems);
  if (!parsed.success || !given || problems.size > 0) throw invalid(problems);
  const { filters = given, position: after = null } = cursor ?? {};
  return { filters, limit: parsed.data.limit, after };
}

/** Returns parameters that are repeated, and names of other interfaces' parameters. */
function problemsOfNames(search: URLSearchParams): Map<string, string> {
  const problems = new Map<string, string>();
  for (const name of new Set(search.keys())) {
    if (isParameter(name) && search.getAll(name).length > 1) {
      problems.set(name, "can be set only once");
    }
    if (isPagingWord(name, search.get(name) ?? "")) problems.set(name, NO_PAGING_WORD);
  }
  return problems;
}

function isPagingWord(name: string, value: string): boolean {
  const word = name.replaceAll(/[^a-z]/gi, "").toLowerCase();
  if (PAGING_WORDS.has(word)) return name !== "cursor";
  return PAGING_UNLESS_DATES.has(word) && parseInstant(value) === null;
}

type Parameters = ReturnType<typeof listFeedback.query.parse>;

function parseFilters(parameters: Parameters): ExportFilters {
  return {
    from: parameters.dateFrom === undefined ? null : parseInstant(parameters.dateFrom),
    to: parameters.dateTo === undefined ? null : parseInstant(parameters.dateTo),
    source: parameters.source ?? null,
    statuses: parameters.status ? [...new Set(parameters.status)].sort() : null,
  };
}

const FILTERS = ["dateFrom", "dateTo", "source", "status"] as const;

/** @param given the filters in the query; null if they are invalid */
function parseCursor(
  projectId: string,
  search: URLSearchParams,
  given: ExportFilters | null,
  problems: Map<string, string>,
): Cursor | null {
  const text = search.get("cursor");
  if (text === null || text === "" || problems.has("cursor")) return null;
  const cursor = readCursor(text);
  const hasFilters = FILTERS.some((name) => search.has(name));
  if (!cursor) problems.set("cursor", EXPECTED.cursor);
  else if (cursor.projectId !== projectId)
    problems.set("cursor", "was issued for another project; start again from the first page");
  else if (hasFilters && given && !areEqual(cursor.filters, given))
    problems.set(
      "cursor",
      "was issued for other filters; leave the filters out, or start again from the first page",
    );
  return cursor;
}

function areEqual(one: ExportFilters, other: ExportFilters): boolean {
  const fields = ({ from, to, source, statuses }: ExportFilters) =>
    JSON.stringify([from, to, source, statuses]);
  return fields(one) === fields(other);
}

function invalid(problems: Map<string, string>): InvalidRequest {
  const details = [...problems].map(([name, problem]) => ({ message: `${name}: ${problem}` }));
  return new InvalidRequest(
    "Some query parameters are invalid. Fix the ones listed in details.",
    details,
  );
}
