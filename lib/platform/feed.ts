import "server-only";
import { sql } from "kysely";
import type { ReaderAnswers } from "./collect/submission-entry.ts";
import type { PlatformQuery } from "./schema/schema.ts";

// The change feed: every accepted, updated, or deleted entry has a revision, which is committed with
// it. A reader that remembers the last revision it read misses nothing.

/** The latest change of an entry. */
export interface EntryChange {
  /** Unique within the project. Later changes have higher revisions. */
  revision: number;
  id: string;
  /** The entry as exported, as JSON text; null if it was deleted. */
  entry: string | null;
  /** Whether the dashboard wrote the entry's status, as opposed to whoever sent the entry. */
  isTeamStatus: boolean;
  /** The reasons that the reader chose on a documentation site. Not a field of the interface. */
  reasons: string[];
}

/**
 * Returns what changed in a project after a revision, in the order of the changes. Of several changes of
 * an entry only the latest is returned.
 * @param limit changes to return at most; if there are fewer, these are all
 */
export async function readChanges(
  query: PlatformQuery,
  projectId: string,
  afterRevision: number,
  limit: number,
): Promise<EntryChange[]> {
  const entries = query
    .selectFrom("platform_entry")
    .leftJoin("platform_submission", (join) =>
      join
        .onRef("platform_submission.project_id", "=", "platform_entry.project_id")
        .onRef("platform_submission.entry_id", "=", "platform_entry.id"),
    )
    .select(["revision", "id", sql<string | null>`entry`.as("entry"), "status_by_team", "extras"])
    .where("platform_entry.project_id", "=", projectId)
    .where("revision", ">", afterRevision)
    .orderBy("revision")
    .limit(limit);
  const deletions = query
    .selectFrom("platform_deletion")
    .select(["revision", "id", sql<string | null>`null`.as("entry")])
    .select([sql<number>`0`.as("status_by_team"), sql<string | null>`null`.as("extras")])
    .where("project_id", "=", projectId)
    .where("revision", ">", afterRevision)
    .orderBy("revision")
    .limit(limit);
  // One statement, because two would see different moments and could miss what happened in between.
  const rows = await query
    .selectFrom(entries.as("changed"))
    .selectAll()
    .unionAll(query.selectFrom(deletions.as("deleted")).selectAll())
    .orderBy("revision")
    .limit(limit)
    .execute();
  return rows.map(({ status_by_team, extras, ...change }) => ({
    ...change,
    isTeamStatus: status_by_team === 1,
    reasons: reasonsIn(extras),
  }));
}

function reasonsIn(extras: string | null): string[] {
  if (extras === null) return [];
  const { reasons }: ReaderAnswers = JSON.parse(extras);
  return reasons;
}

/** Returns the revision of a project's latest change; 0 if nothing ever changed. */
export async function latestRevision(query: PlatformQuery, projectId: string): Promise<number> {
  const row = await query
    .selectFrom("platform_project")
    .select("revision")
    .where("id", "=", projectId)
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/**
 * Returns the revision of a project's latest change, and makes this the only transaction that adds
 * changes to the project until it ends. So revisions become visible in order, and a reader never skips
 * one that is committed late. Call it before anything else in a transaction that writes entries.
 */
export async function lockRevision(trx: PlatformQuery, projectId: string): Promise<number> {
  const row = await trx
    .updateTable("platform_project")
    .set(({ ref }) => ({ revision: ref("revision") }))
    .where("id", "=", projectId)
    .returning("revision")
    .executeTakeFirst();
  return row?.revision ?? 0;
}

/** Stores the revision of the transaction's last change. */
export async function saveRevision(
  trx: PlatformQuery,
  projectId: string,
  revision: number,
): Promise<void> {
  await trx.updateTable("platform_project").set({ revision }).where("id", "=", projectId).execute();
}
