import "server-only";
import { sql } from "kysely";
import { shortenReaderText } from "../../text/truncate-reader-text.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** Characters of a comment. */
const MAX_SUBJECT = 140;

/** Returns the comment of each item, shortened, or else its page. Items that don't exist are left out. */
export async function itemSubjects(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("feedback")
    .select(["id", "page", sql<string | null>`substr(comment, 1, 1000)`.as("comment")])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, page, comment }) => [
      id,
      shortenReaderText(comment?.trim() || page, MAX_SUBJECT),
    ]),
  );
}
