import "server-only";
import { projectSettings } from "../../contract/api/settings.ts";
import { stripNul } from "../../database/dialect.ts";
import { type PageNameRules, pageNameOf, pageNamePrefixOf } from "../../docs-site/page-name.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** Increase whenever `pageNameOf` names pages differently: stored items are then recounted. */
const PAGE_NAMES = 1;

const settingsOfNames = projectSettings.pick({ docs: true, siteAddress: true });
/** The names of the settings that page names depend on. */
export const PAGE_SETTINGS = Object.keys(settingsOfNames.shape);

/** Reads a project's rules. Under the lock of its feedback, they are those of everything that is written then. */
export async function readPageRules(db: StoreQuery, projectId: string): Promise<PageNameRules> {
  const rows = await db
    .selectFrom("project_setting")
    .select(["name", "value"])
    .where("project_id", "=", projectId)
    .where("name", "in", PAGE_SETTINGS)
    .execute();
  return pageRulesOf(rows);
}

/** @param rows the stored settings in `PAGE_SETTINGS` */
export function pageRulesOf(rows: readonly { name: string; value: string }[]): PageNameRules {
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)]));
  const { docs, siteAddress } = settingsOfNames.parse(stored);
  return { pageIn: docs.pageIn, siteAddress };
}

/** Returns a text that differs when pages may be named differently. */
export function pageRulesKey({ pageIn, siteAddress }: PageNameRules): string {
  return JSON.stringify([PAGE_NAMES, pageIn, siteAddress]);
}

/** Returns the page that an address names by the project's rules. */
export async function pageNamed(
  db: StoreQuery,
  projectId: string,
  address: string,
): Promise<string> {
  return pageNameOf(stripNul(address), await readPageRules(db, projectId));
}

/** Returns filters whose `path` names pages as they are stored: of `/x.html`, the page `/x`. */
export async function withPageNames(
  db: StoreQuery,
  projectId: string,
  filters: ResolvedFilters,
): Promise<ResolvedFilters> {
  if (filters.path === null) return filters;
  const path = stripNul(filters.path);
  const rules = await readPageRules(db, projectId);
  const isPattern = path.endsWith("*");
  return {
    ...filters,
    path: isPattern ? `${pageNamePrefixOf(path, rules)}*` : pageNameOf(path, rules),
  };
}
