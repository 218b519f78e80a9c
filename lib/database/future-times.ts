import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * A column with times that work waits for or compares with now, and how it is repaired when a time was
 * stored while the clock was ahead.
 */
export interface TimeColumn {
  table: string;
  column: string;
  /** Milliseconds by which a time may be ahead of now; 0 for times of the past. */
  lead?: number;
  /** The repaired time, in milliseconds before now. */
  before?: number;
  /** SQL of a further condition. */
  where?: string;
  /**
   * If set, only rows are repaired in which this column is also in the future: it says when the
   * time was stored.
   */
  storedAt?: string;
}

/**
 * Moves times that can't be right back to `now`. Otherwise a lease, a wait, or a rate limit that was
 * stored while the clock was ahead would last until then.
 * @param skew milliseconds by which clocks of processes may differ
 * @returns the number of changed rows
 */
export async function moveFutureTimes<Schema>(
  db: Kysely<Schema>,
  columns: readonly TimeColumn[],
  now: number,
  skew: number,
): Promise<number> {
  let changed = 0n;
  for (const { table, column, lead = 0, before = 0, where, storedAt } of columns) {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${now - before}
      where ${sql.ref(column)} > ${now + lead + skew} ${where ? sql.raw(`and ${where}`) : sql``}
        ${storedAt ? sql`and ${sql.ref(storedAt)} > ${now + skew}` : sql``}
    `.execute(db);
    changed += numAffectedRows ?? 0n;
  }
  return Number(changed);
}
