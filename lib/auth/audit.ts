import "server-only";
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { Actor, AuditRecord } from "../contract/api/people.ts";
import type { AuthDatabase, AuthQuery } from "./schema/schema.ts";

/** The audit log of people, keys, settings, and pull requests. Jobs and feedback have their own history. */
export interface Audit {
  /**
   * Adds an entry. For a change elsewhere, call it before the change: an entry about a change that failed
   * can be told from its absence, but a change without an entry can't.
   */
  record(by: Actor, action: string, subject: string): Promise<void>;
  /** Adds an entry with the transaction of the change, whose tables are in the same database. */
  recordIn<Schema>(trx: Kysely<Schema>, by: Actor, action: string, subject: string): Promise<void>;
  /** Returns log entries, newest first, that are older than the ID `before`. */
  list(options: { limit: number; before: number | null }): Promise<AuditRecord[]>;
  /**
   * Removes at most `limit` entries from before the time `before`. Returns their number.
   * @param record called before the transaction commits, if it removes something
   */
  removeOld(
    before: number,
    limit: number,
    record?: (trx: AuthQuery) => Promise<void>,
  ): Promise<number>;
}

export function createAudit({ query }: AuthDatabase, clock: Clock): Audit {
  return {
    record: (by, action, subject) => recordAudit(query, { at: clock.now(), by, action, subject }),
    recordIn: (trx, by, action, subject) =>
      recordAudit(trx as unknown as AuthQuery, { at: clock.now(), by, action, subject }),
    list: async ({ limit, before }) => {
      const rows = await query
        .selectFrom("audit")
        .selectAll()
        .$if(before !== null, (select) => select.where("id", "<", before))
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ id, at, by_name, action, subject }) => ({
        id,
        at,
        by: by_name,
        action,
        subject,
      }));
    },
    removeOld: (before, limit, record) =>
      query.transaction().execute(async (trx) => {
        const old = trx.selectFrom("audit").select("id").where("at", "<", before).limit(limit);
        const { numDeletedRows } = await trx
          .deleteFrom("audit")
          .where("id", "in", old)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await record?.(trx);
        return Number(numDeletedRows);
      }),
  };
}

/** Adds a log entry with the caller's transaction. */
export async function recordAudit(
  query: AuthQuery,
  entry: { at: number; by: Actor; action: string; subject: string },
): Promise<void> {
  const { at, by, action, subject } = entry;
  await query
    .insertInto("audit")
    .values({ at, by_id: by.id, by_name: by.name, action, subject })
    .execute();
}
