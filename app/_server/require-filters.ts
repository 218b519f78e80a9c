import type { FeedbackSelection, FilterQuery } from "../../lib/contract/api/feedback-query.ts";
import { InvalidRequest } from "../../lib/errors.ts";
import { type FeedbackFilters, parseFilters } from "../../lib/filters/feedback-filters.ts";
import type { Selection } from "../../lib/services/triage-services.ts";

/**
 * Parses the feedback filter of a request.
 * @throws {InvalidRequest} with one detail for each invalid parameter
 */
export function requireFilters(query: FilterQuery | Record<string, string>): FeedbackFilters {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const { filters, problems } = parseFilters(new URLSearchParams(given));
  if (problems.length > 0) throw InvalidRequest.of(problems);
  return filters;
}

/**
 * Parses the items that a change is for.
 * @throws {InvalidRequest} with one detail for each invalid filter
 */
export function requireSelection(selection: FeedbackSelection): Selection {
  if ("ids" in selection) return selection;
  const { where, ...options } = selection;
  return { filters: requireFilters(where), ...options };
}
