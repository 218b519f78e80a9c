import "server-only";
import type { Database } from "../../database/open.ts";
import { NOBODY, type ResolvedFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { countsByGroup } from "./counts.ts";
import { acceptsGroup } from "./facet-filters.ts";
import { canAnswer, isOnlySet } from "./set-filters.ts";

/**
 * Returns how many items match, or null if neither roll-ups nor an index can count them quickly. For counts that
 * every page shows.
 */
export async function quickCount(
  database: Database<StoreSchema>,
  projectId: string,
  filters: ResolvedFilters,
): Promise<number | null> {
  if (!isQuick(filters)) return null;
  const { counts } = await countsByGroup(database, projectId, filters);
  return counts
    .filter((group) => acceptsGroup(group, filters))
    .reduce((total, { entries }) => total + entries, 0);
}

function isQuick(filters: ResolvedFilters): boolean {
  const { assignee } = filters;
  if ((["group", "day", "page"] as const).some((rollup) => canAnswer(rollup, filters))) return true;
  // A person has few items, and an index lists them.
  const isPerson = assignee !== null && assignee !== NOBODY;
  return isPerson && isOnlySet(filters, ["assignee", "dateFrom", "dateTo"]);
}
