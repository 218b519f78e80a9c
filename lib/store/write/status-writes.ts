import "server-only";
import type { Clock } from "../../clock.ts";
import type { DecisionResult } from "../../contract/api/decisions.ts";
import { chunks, inChunks } from "../../database/chunks.ts";
import type { Log } from "../../log.ts";
import { createMutex, type Mutex } from "../../mutex.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/** Writes a status through to the platform. */
export type WriteStatus = (
  projectId: string,
  ids: readonly string[],
  status: string,
) => Promise<void>;

/** Writes to the platform the statuses that `recordUnwritten` has recorded. */
export interface StatusWrites {
  /** Writes all recorded statuses. Failures are logged, and written by a later call. */
  write(projectId: string): Promise<void>;
}

/**
 * Writes one project's statuses at a time, so that of two changes of an item the later one is written last. Several
 * processes can still write at once; the feed then returns the status that is wrong, and `upsertFeedback` records the
 * right one again.
 */
export function createStatusWrites(options: {
  database: StoreDatabase;
  clock: Clock;
  writeStatus: WriteStatus;
  log: Log;
}): StatusWrites {
  const { clock, writeStatus, log } = options;
  const { query } = options.database;
  const turns = new Map<string, Mutex>();
  const failing = new Set<string>();

  const writeAll = async (projectId: string): Promise<void> => {
    // One at a time: each can name thousands of items.
    for (;;) {
      const first = await firstUnwritten(query, projectId);
      if (!first) return;
      const statuses: [string, string[]][] = JSON.parse(first.unwritten ?? "[]");
      for (const [status, ids] of statuses) {
        // The other items were changed again, and that change is recorded as well.
        const current = await itemsWithStatus(query, projectId, ids, status);
        if (current.length > 0) await writeStatus(projectId, current, status);
      }
      await query.transaction().execute(async (trx) => {
        for (const [status, ids] of statuses) {
          await recordWriteThrough(trx, projectId, ids, status, clock.now());
        }
        await trx
          .updateTable("decision")
          .set({ unwritten: null })
          .where("project_id", "=", projectId)
          .where("id", "=", first.id)
          .execute();
      });
    }
  };

  return {
    write: (projectId) => {
      const turn = turns.get(projectId) ?? createMutex();
      turns.set(projectId, turn);
      return turn.run(async () => {
        try {
          await writeAll(projectId);
          failing.delete(projectId);
        } catch (err) {
          if (!failing.has(projectId)) {
            log.warn({ err, projectId }, "couldn't write statuses to the platform; retrying");
          }
          failing.add(projectId);
        }
      });
    },
  };
}

/**
 * Records statuses that the platform doesn't have yet, in the transaction of the change. Until they are written, a
 * process that ends loses nothing.
 * @param change the ID of the change, which has no row in `decision` yet, and when it was made
 * @param statuses item IDs by status
 */
export async function recordUnwritten(
  trx: StoreQuery,
  projectId: string,
  change: { id: string; at: number },
  statuses: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const changed = [...statuses.values()].reduce((sum, ids) => sum + ids.length, 0);
  if (changed === 0) return;
  const result: DecisionResult = { id: change.id, outcome: "applied", changed, skipped: 0 };
  await trx
    .insertInto("decision")
    .values({
      project_id: projectId,
      id: change.id,
      applied_at: change.at,
      result: JSON.stringify(result),
      unwritten: JSON.stringify([...statuses]),
    })
    .execute();
}

/**
 * Records that the platform has the status as well. Updates `observed_at`, so that a response
 * requested earlier doesn't overwrite it.
 */
async function recordWriteThrough(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  status: string,
  at: number,
): Promise<void> {
  await lockFeedbackWrites(trx, projectId);
  for (const chunk of chunks(ids)) {
    await trx
      .updateTable("feedback")
      .set({ platform_status: status, observed_at: at })
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .where("team_status", "=", status)
      .execute();
  }
}

function firstUnwritten(query: StoreQuery, projectId: string) {
  return query
    .selectFrom("decision")
    .select(["id", "unwritten"])
    .where("project_id", "=", projectId)
    .where("unwritten", "is not", null)
    .orderBy("applied_at")
    .limit(1)
    .executeTakeFirst();
}

async function itemsWithStatus(
  query: StoreQuery,
  projectId: string,
  ids: readonly string[],
  status: string,
): Promise<string[]> {
  const rows = await inChunks(ids, (chunk) =>
    query
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .where("team_status", "=", status)
      .execute(),
  );
  return rows.map(({ id }) => id);
}
