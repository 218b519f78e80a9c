import { InvalidRequest } from "../../lib/errors.ts";
import { type FeedbackFilters, parseFilters } from "../../lib/filters/feedback-filters.ts";
import { readLimit } from "../../lib/http/limit.ts";

const ROWS = { default: 50, maximum: 200 };

/**
 * The feedback filter of a query.
 * @param problems what is wrong with the other parameters, which `others` names
 * @throws {InvalidRequest} with every problem at once
 */
export function requiredFilters(
  query: URLSearchParams,
  others: readonly string[] = [],
  problems: readonly string[] = [],
): FeedbackFilters {
  const parsed = parseFilters(query, others);
  const all = [...parsed.problems, ...problems];
  if (all.length > 0) throw InvalidRequest.of(all);
  return parsed.filters;
}

/** How many rows a query asks for: 1 to 200 (50); with what is wrong with that. */
export function rowLimit(query: URLSearchParams): { limit: number; problems: string[] } {
  const limit = readLimit(query.get("limit"), ROWS);
  if (limit !== null) return { limit, problems: [] };
  return { limit: 0, problems: [`limit: must be a whole number from 1 to ${ROWS.maximum}`] };
}
