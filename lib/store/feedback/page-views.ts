import "server-only";
import type { Kysely } from "kysely";
import { PAGE_VIEWS } from "../../contract/api/limits.ts";
import type { PageViews } from "../../contract/api/page-views.ts";
import { stripNul } from "../../database/dialect.ts";
import { DEFAULT_PAGE_NAME_RULES, pageNameOf } from "../../docs-site/page-name.ts";
import type { StoreSchema } from "../schema.ts";

/** The name of the project's setting that holds the views by page. */
const SETTING = "pageViews";

/** The known views by documentation page, and when they were uploaded. */
export interface KnownViews {
  at: number | null;
  of: Map<string, number>;
}

export async function readPageViews(
  db: Kysely<StoreSchema>,
  projectId: string,
): Promise<KnownViews> {
  const row = await db
    .selectFrom("project_setting")
    .select(["value", "set_at"])
    .where("project_id", "=", projectId)
    .where("name", "=", SETTING)
    .executeTakeFirst();
  if (!row) return { at: null, of: new Map() };
  const pages: Record<string, number> = JSON.parse(row.value);
  return { at: row.set_at, of: new Map(Object.entries(pages)) };
}

/**
 * Replaces the project's page views; none removes them.
 * @param at epoch milliseconds
 * @returns the number of documentation pages
 */
export async function writePageViews(
  trx: Kysely<StoreSchema>,
  projectId: string,
  { pages }: PageViews,
  at: number,
): Promise<number> {
  const sums = new Map<string, number>();
  for (const { page, views } of pages) {
    const name = pageNameOf(stripNul(page), DEFAULT_PAGE_NAME_RULES);
    sums.set(name, Math.min((sums.get(name) ?? 0) + views, PAGE_VIEWS.views));
  }
  if (sums.size === 0) {
    await trx
      .deleteFrom("project_setting")
      .where("project_id", "=", projectId)
      .where("name", "=", SETTING)
      .execute();
    return 0;
  }
  const values = { value: JSON.stringify(Object.fromEntries(sums)), set_at: at };
  await trx
    .insertInto("project_setting")
    .values({ project_id: projectId, name: SETTING, ...values })
    .onConflict((conflict) => conflict.columns(["project_id", "name"]).doUpdateSet(values))
    .execute();
  return sums.size;
}
