import "server-only";
import { sql } from "kysely";
import { hasTextIndex, likeText } from "../database/text-index.ts";
import { matchesText, type TextSearch } from "../database/text-search.ts";
import { FEEDBACK_TEXT } from "./filter-sql/conditions.ts";
import type { StoreDatabase, StoreQuery } from "./schema/schema.ts";

/** Items whose text is searched, spread over all of them. */
const SAMPLED_ITEMS = 100;
/** Searches that are compared with reading every item. */
const COMPARED_SEARCHES = 5;
/** Characters of a search. */
const SEARCH_LENGTH = 12;

/**
 * Compares derived data with the items: counts by facet, day, and page, and the search index.
 * @returns one sentence per difference
 */
export async function verifyStore(database: StoreDatabase): Promise<string[]> {
  return [...(await wrongCounts(database)), ...(await wrongSearches(database))];
}

async function wrongCounts({ query }: StoreDatabase): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from feedback) as items,
      (select count(*) from feedback_index) as "the index",
      (select coalesce(sum(entries), 0) from sync) as "the sync state",
      (select coalesce(sum(entries), 0) from facet_group) as "the counts by facet",
      (select coalesce(sum(entries), 0) from feedback_day) as "the counts by day",
      (select coalesce(sum(entries), 0) from feedback_page) as "the counts by page",
      (select coalesce(sum(total), 0) from feedback_page_day) as "the counts by page and day"
  `.execute(query);
  const { items = 0, ...derived } = rows[0] ?? {};
  const totals = Object.entries(derived)
    .filter(([, count]) => Number(count) !== items)
    .map(([name, count]) => `There are ${items} items, but ${name} has ${count}`);
  const groups = await sql<{ wrong: number }>`
    select count(*) as wrong from facet_group as k where entries <>
      (select count(*) from feedback_index as f where f.facet_group_id = k.id)`.execute(query);
  const wrong = groups.rows[0]?.wrong ?? 0;
  if (wrong > 0) totals.push(`${wrong} counts by facet differ from the index`);
  const members = await wrongGroups(query);
  if (members > 0) totals.push(`${members} groups of similar items have a wrong count`);
  const large = await wrongLargeGroups(query);
  if (large > 0) totals.push(`${large} counts of large groups of similar items are wrong`);
  const stale = await staleMembers(query);
  if (stale > 0) totals.push(`${stale} items in groups of similar items differ from the index`);
  const assigned = await staleAssigned(query);
  if (assigned > 0) totals.push(`${assigned} assigned items differ from the index`);
  return totals;
}

async function wrongGroups(query: StoreQuery): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from feedback_group_size as s where items <>
      (select count(*) from feedback_group_member as m
        join feedback as f on f.project_id = m.project_id and f.id = m.feedback_id
        where m.project_id = s.project_id and m.group_id = s.group_id)`.execute(query);
  return rows[0]?.wrong ?? 0;
}

async function wrongLargeGroups(query: StoreQuery): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from feedback_large_group as l left join (
      select s.project_id, m.facet_group_id, l.minimum, count(*) as items from feedback_group_size as s
        join (select distinct minimum from feedback_large_group) as l on s.items >= l.minimum
        join feedback_group_member as m on m.project_id = s.project_id and m.group_id = s.group_id
        group by s.project_id, m.facet_group_id, l.minimum
    ) as found on found.project_id = l.project_id and found.facet_group_id = l.facet_group_id and found.minimum = l.minimum
    where l.items <> coalesce(found.items, 0)`.execute(query);
  return rows[0]?.wrong ?? 0;
}

async function staleMembers(query: StoreQuery): Promise<number> {
  const { rows } = await sql<{ stale: number }>`
    select count(*) as stale from feedback_group_member as m
      join feedback_index as f on f.project_id = m.project_id and f.id = m.feedback_id
      where m.facet_group_id <> f.facet_group_id or m.page <> f.page`.execute(query);
  return rows[0]?.stale ?? 0;
}

async function staleAssigned(query: StoreQuery): Promise<number> {
  const { rows } = await sql<{ stale: number }>`
    select count(*) as stale from feedback_assignee as a
      join feedback_index as f on f.project_id = a.project_id and f.id = a.feedback_id
      where a.facet_group_id <> f.facet_group_id`.execute(query);
  return rows[0]?.stale ?? 0;
}

async function wrongSearches(database: StoreDatabase): Promise<string[]> {
  const { query, engine } = database;
  if (!(await hasTextIndex(query, engine, FEEDBACK_TEXT))) return [];
  const counted = await query
    .selectFrom("feedback_index")
    .select((eb) => eb.fn.countAll<number>().as("items"))
    .executeTakeFirstOrThrow();
  const step = Math.max(1, Math.floor(counted.items / SAMPLED_ITEMS));
  const sample = await sql<{ key: number; text: string }>`
    select f.key, i.search_text as text from feedback_index as f
      join feedback as i on i.project_id = f.project_id and i.id = f.id
    where f.key % ${step} = 0 and length(i.search_text) >= ${SEARCH_LENGTH} limit ${SAMPLED_ITEMS}
  `.execute(query);
  let missed = 0;
  for (const { key, text } of sample.rows) {
    const { rows } = await sql`select 1 from feedback_index where key = ${key}
      and ${matchesText(engine, FEEDBACK_TEXT, containing(middleOf(text)), "probe")}`.execute(
      query,
    );
    if (rows.length === 0) missed += 1;
  }
  const problems =
    missed > 0 ? [`${missed} of ${sample.rows.length} searches didn't find their item`] : [];
  for (const { text } of sample.rows.slice(0, COMPARED_SEARCHES)) {
    const searched = middleOf(text);
    const { rows } = await sql<{ found: number; read: number }>`
      select (select count(*) from feedback_index
          where ${matchesText(engine, FEEDBACK_TEXT, containing(searched))}) as found,
        (select count(*) from feedback
          where ${likeText(sql.ref<string>("search_text"), searched)}) as read`.execute(query);
    const { found, read } = rows[0] ?? {};
    if (found !== read) {
      problems.push(`A search finds ${found} items, but ${read} contain its text`);
    }
  }
  return problems;
}

function containing(text: string): TextSearch {
  return { all: [text], none: [] };
}

/** Characters from the middle of a text, whole ones only. */
function middleOf(text: string): string {
  const characters = Array.from(text);
  const start = Math.max(0, Math.floor((characters.length - SEARCH_LENGTH) / 2));
  return characters.slice(start, start + SEARCH_LENGTH).join("");
}
