import type { FeedbackSelection, FilterQuery } from "../../lib/contract/api/feedback-query.ts";
import type { Actor } from "../../lib/contract/api/people.ts";
import { InvalidRequest } from "../../lib/errors.ts";
import {
  parseFilters,
  type ResolvedFilters,
  resolveFilters,
} from "../../lib/filters/feedback-filters.ts";
import type { Selection } from "../../lib/services/triage-services.ts";

/**
 * Parses the feedback filter of a request. A period such as `last-7-days` becomes the dates of now, and `me` the
 * reader.
 * @throws {InvalidRequest} with one detail for each invalid parameter
 */
export function requireFilters(
  query: FilterQuery | Record<string, string>,
  reader: Actor,
): ResolvedFilters {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const { filters, problems } = parseFilters(new URLSearchParams(given));
  if (problems.length > 0) throw InvalidRequest.of(problems);
  return resolveFilters(filters, reader.id, Date.now());
}

/**
 * Parses the items that a change is for.
 * @throws {InvalidRequest} with one detail for each invalid filter
 */
export function requireSelection(selection: FeedbackSelection, reader: Actor): Selection {
  if ("ids" in selection) return selection;
  const { where, ...options } = selection;
  return { filters: requireFilters(where, reader), ...options };
}
