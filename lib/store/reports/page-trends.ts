import "server-only";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { complaintsByDay } from "./page-days.ts";

const WEEKS = 12;
const DAYS = 7;

/**
 * Counts the complaints about pages in each of the 12 weeks of UTC days up to `until`, oldest first.
 * @param until epoch milliseconds; its day is the last one of the last week
 */
export async function pageTrends(
  db: StoreQuery,
  projectId: string,
  pages: readonly string[],
  until: number,
): Promise<Map<string, number[]>> {
  const end = Math.floor(until / DAY) + 1;
  const first = end - WEEKS * DAYS;
  const counted = await complaintsByDay(db, projectId, pages, { from: first, to: end });
  return new Map(
    pages.map((page) => {
      const trend = Array<number>(WEEKS).fill(0);
      for (const { day, entries } of counted.get(page) ?? []) {
        const week = Math.floor((day - first) / DAYS);
        trend[week] = (trend[week] ?? 0) + entries;
      }
      return [page, trend];
    }),
  );
}
