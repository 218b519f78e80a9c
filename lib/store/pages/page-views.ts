import "server-only";
import { PAGE_VIEWS } from "../../contract/api/limits.ts";
import type { PageViews } from "../../contract/api/page-views.ts";
import { stripNul } from "../../database/dialect.ts";
import { type PageNameRules, pageNameOf } from "../../docs-site/page-name.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { readPageRules } from "../write/page-rules.ts";
import { lockFeedbackWrites } from "../write/write-lock.ts";

/** The name of the project's setting that holds the views by page. */
const SETTING = "pageViews";
/** Holds the views by address as they were uploaded, so that other rules can name their pages. */
const UPLOADED = "pageViewAddresses";

/** The known views by documentation page, and when they were uploaded. */
export interface KnownViews {
  at: number | null;
  of: Map<string, number>;
}

export async function readPageViews(db: StoreQuery, projectId: string): Promise<KnownViews> {
  const row = await settingOf(db, projectId, SETTING);
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
  trx: StoreQuery,
  projectId: string,
  { pages }: PageViews,
  at: number,
): Promise<number> {
  // Under the lock: the recount of pages finds everything that was named by earlier rules.
  await lockFeedbackWrites(trx, projectId);
  const uploaded = summed(pages.map(({ page, views }) => [stripNul(page), views]));
  if (uploaded.size === 0) {
    await trx
      .deleteFrom("project_setting")
      .where("project_id", "=", projectId)
      .where("name", "in", [SETTING, UPLOADED])
      .execute();
    return 0;
  }
  const named = byPage(uploaded, await readPageRules(trx, projectId));
  await writeSetting(trx, projectId, UPLOADED, uploaded, at);
  await writeSetting(trx, projectId, SETTING, named, at);
  return named.size;
}

/**
 * Counts the views by the pages that their addresses name by these rules. Of uploads by earlier versions, only the
 * pages are known.
 */
export async function renamePageViews(
  trx: StoreQuery,
  projectId: string,
  rules: PageNameRules,
): Promise<void> {
  const row =
    (await settingOf(trx, projectId, UPLOADED)) ?? (await settingOf(trx, projectId, SETTING));
  if (!row) return;
  const uploaded: Record<string, number> = JSON.parse(row.value);
  const named = byPage(Object.entries(uploaded), rules);
  await writeSetting(trx, projectId, SETTING, named, row.set_at);
}

function byPage(uploaded: Iterable<[string, number]>, rules: PageNameRules): Map<string, number> {
  return summed(Array.from(uploaded, ([address, views]) => [pageNameOf(address, rules), views]));
}

function summed(views: readonly [name: string, views: number][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, more] of views) {
    sums.set(name, Math.min((sums.get(name) ?? 0) + more, PAGE_VIEWS.views));
  }
  return sums;
}

function settingOf(db: StoreQuery, projectId: string, name: string) {
  return db
    .selectFrom("project_setting")
    .select(["value", "set_at"])
    .where("project_id", "=", projectId)
    .where("name", "=", name)
    .executeTakeFirst();
}

async function writeSetting(
  trx: StoreQuery,
  projectId: string,
  name: string,
  views: ReadonlyMap<string, number>,
  at: number,
): Promise<void> {
  const values = { value: JSON.stringify(Object.fromEntries(views)), set_at: at };
  await trx
    .insertInto("project_setting")
    .values({ project_id: projectId, name, ...values })
    .onConflict((conflict) => conflict.columns(["project_id", "name"]).doUpdateSet(values))
    .execute();
}
