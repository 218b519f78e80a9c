import "server-only";
import type { Selectable } from "kysely";
import type { Database } from "../../database/open.ts";
import { Conflict, NotFound } from "../../errors.ts";
import type { PlatformPullTable, PlatformSchema } from "../schema.ts";

export type PullRow = Selectable<PlatformPullTable>;

/** How a pull request ended, with the commits that its changes are read from ever after. */
export interface ClosedPull {
  state: "merged" | "closed";
  from: string;
  head: string;
  mergeCommit: string | null;
  at: number;
}

/** A pull request of our own code host; those that GitHub has are not on it. */
export async function findPull(
  database: Database<PlatformSchema>,
  number: number,
): Promise<PullRow | null> {
  if (!Number.isSafeInteger(number) || number < 1) return null;
  const query = database.query.selectFrom("platform_pull").selectAll();
  const own = query.where("number", "=", number).where("link", "is", null);
  return (await own.executeTakeFirst()) ?? null;
}

/** @throws {NotFound} */
export async function requirePull(
  database: Database<PlatformSchema>,
  number: number,
): Promise<PullRow> {
  const row = await findPull(database, number);
  if (!row) throw new NotFound(`There is no pull request ${number}.`);
  return row;
}

/** @throws {Conflict} that says how it was settled */
export function requireOpen(row: PullRow): void {
  if (row.state === "merged") throw new Conflict(`Pull request ${row.number} is already merged.`);
  if (row.state === "closed") throw new Conflict(`Pull request ${row.number} is already closed.`);
}

/**
 * Records how a pull request ended. A merge that happened in git counts even where it was closed
 * meanwhile; nothing else changes one that is settled.
 * @returns whether anything was recorded
 */
export async function closePull(
  database: Database<PlatformSchema>,
  number: number,
  settled: ClosedPull,
): Promise<boolean> {
  const update = database.query
    .updateTable("platform_pull")
    .set({
      state: settled.state,
      settled_at: settled.at,
      base_commit: settled.from,
      head_commit: settled.head,
      merge_commit: settled.mergeCommit,
    })
    .where("number", "=", number)
    .where("state", "in", settled.state === "merged" ? ["open", "closed"] : ["open"]);
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}
