import "server-only";
import { sql } from "kysely";
import { chunks } from "../../database/chunks.ts";
import { pageNameOf } from "../../docs-site/page-name.ts";
import { announceFeedback } from "../project-changes.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { PAGE_SETTINGS, pageRulesKey, pageRulesOf, readPageRules } from "../write/page-rules.ts";
import { searchTextOf } from "../write/write.ts";
import { feedbackTransaction } from "../write/write-lock.ts";
import { removeEmptyPages } from "./empty-pages.ts";
import { renamePageViews } from "./page-views.ts";

/** Items per transaction, so that people's changes don't wait long for the lock. */
const ITEMS_PER_TRANSACTION = 500;
/** SQLite and PostgreSQL limit a statement's parameters, of which each move takes three. */
const MOVES_PER_STATEMENT = 150;

/**
 * Moves some items to the pages that their addresses name by the project's rules of now, in one transaction. Triggers
 * move the counts. What is written later gets its page as it is written.
 * @returns whether there may be more
 */
export async function recountPages(
  query: StoreQuery,
  limit = ITEMS_PER_TRANSACTION,
): Promise<boolean> {
  const [projectId] = await projectsToRecount(query);
  if (projectId === undefined) return false;
  await feedbackTransaction(query, projectId, async (trx) => {
    const rules = await readPageRules(trx, projectId);
    const key = pageRulesKey(rules);
    const after = await positionOf(trx, projectId, key);
    if (after === null) return;
    const items = await trx
      .selectFrom("feedback")
      .select(["id", "path", "page"])
      .where("project_id", "=", projectId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute();
    const moves = items
      .map(({ id, path, page }) => ({ id, from: page, to: pageNameOf(path, rules) }))
      .filter(({ from, to }) => from !== to);
    await moveItems(trx, projectId, moves);
    const isLast = items.length < limit;
    if (isLast) await renamePageViews(trx, projectId, rules);
    const position = { rules: key, after_id: isLast ? null : (items.at(-1)?.id ?? null) };
    await trx
      .insertInto("page_recount")
      .values({ project_id: projectId, ...position })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(position))
      .execute();
    if (moves.length > 0 || isLast) await announceFeedback(trx, projectId);
  });
  return true;
}

/** Whether a project's items or page views may be named by other rules than its own of now. */
export async function isRecounting(query: StoreQuery, projectId: string): Promise<boolean> {
  return (await projectsToRecount(query)).includes(projectId);
}

async function projectsToRecount(query: StoreQuery): Promise<string[]> {
  const { rows } = await sql<{ project_id: string; rules: string | null; after_id: string | null }>`
    select p.project_id, r.rules, r.after_id from (
      select project_id from facet_group
      union select project_id from project_setting where name = 'pageViews'
    ) as p left join page_recount as r on r.project_id = p.project_id
    order by p.project_id`.execute(query);
  if (rows.length === 0) return [];
  const settings = await query
    .selectFrom("project_setting")
    .select(["project_id", "name", "value"])
    .where("name", "in", PAGE_SETTINGS)
    .execute();
  const byProject = Map.groupBy(settings, ({ project_id }) => project_id);
  return rows
    .filter(
      ({ project_id, rules, after_id }) =>
        after_id !== null || rules !== pageRulesKey(pageRulesOf(byProject.get(project_id) ?? [])),
    )
    .map(({ project_id }) => project_id);
}

/** Returns the last ID that was counted by these rules, or null if all were. */
async function positionOf(trx: StoreQuery, projectId: string, key: string): Promise<string | null> {
  const recount = await trx
    .selectFrom("page_recount")
    .select(["rules", "after_id"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return recount?.rules === key ? recount.after_id : "";
}

interface Move {
  id: string;
  from: string;
  to: string;
}

async function moveItems(
  trx: StoreQuery,
  projectId: string,
  moves: readonly Move[],
): Promise<void> {
  for (const some of chunks(moves, MOVES_PER_STATEMENT)) {
    const pages = new Map(some.map(({ id, to }) => [id, to]));
    const texts = await trx
      .selectFrom("feedback")
      .select(["id", "comment", "code"])
      .where("project_id", "=", projectId)
      .where("id", "in", [...pages.keys()])
      .execute();
    const values = texts.map(({ id, ...text }) => {
      const page = pages.get(id) ?? "";
      return sql`(${id}, ${page}, ${searchTextOf({ ...text, page })})`;
    });
    await sql`update feedback set page = v.column2, search_text = v.column3
      from (values ${sql.join(values)}) as v
      where feedback.project_id = ${projectId} and feedback.id = v.column1`.execute(trx);
  }
  await removeEmptyPages(trx, projectId, [...new Set(moves.map(({ from }) => from))]);
}
