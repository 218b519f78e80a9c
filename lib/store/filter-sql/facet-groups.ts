import "server-only";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { acceptsGroup, type FacetGroup, facetFilters } from "./facet-filters.ts";
import { isSet } from "./set-filters.ts";

/** Returns the project's facet groups: a few dozen when the platform uses the documented values. */
export function facetGroups(db: StoreQuery, projectId: string): Promise<FacetGroup[]> {
  return db
    .selectFrom("facet_group")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("entries", ">", 0)
    .orderBy("id")
    .execute();
}

/** Returns the IDs of the groups that the facet filters accept, or null when they accept all. */
export async function matchingGroups(
  db: StoreQuery,
  projectId: string,
  filters: ResolvedFilters,
): Promise<number[] | null> {
  if (!isSet(filters, facetFilters)) return null;
  const groups = await facetGroups(db, projectId);
  const matching = groups.filter((group) => acceptsGroup(group, filters));
  return matching.length === groups.length ? null : matching.map(({ id }) => id);
}
