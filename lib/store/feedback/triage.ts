import "server-only";
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import type { FeedbackChange, FeedbackUndone } from "../../contract/api/feedback.ts";
import { MAX_SELECTED_ITEMS } from "../../contract/api/limits.ts";
import type { Actor } from "../../contract/api/people.ts";
import { STATUSES } from "../../contract/platform/vocabulary.ts";
import { stripNul } from "../../database/dialect.ts";
import type { Database } from "../../database/open.ts";
import { InvalidRequest, NotFound } from "../../errors.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { feedbackInJob } from "./history.ts";
import { setTeamStatus, undoTeamStatus } from "./status.ts";
import { recordUnwritten, type StatusWrites } from "./status-writes.ts";
import { indexFeedbackText } from "./write.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/**
 * Sets the team's status of feedback. The documented interface can't write statuses, so that the store
 * keeps the team's status until the platform changes its own; where the platform has a way to write
 * it, it is written after the change, or later if the platform can't take it now. `by` is the person who decides, or
 * null for Errata itself.
 */
export interface Triage {
  /**
   * Sets the status of items (1 to 10,000; IDs that the project doesn't have are ignored).
   * @param byId the person who hears of recurrences, by default the one who decides
   * @returns how many changed, and the undo token (null when nothing changed)
   * @throws {InvalidRequest}
   */
  setStatus(
    projectId: string,
    ids: readonly string[],
    status: string,
    by?: Actor | null,
    byId?: string | null,
  ): Promise<FeedbackChange>;
  /** Undoes a change for the items that have not changed since. @throws {NotFound} */
  undo(projectId: string, token: string, by?: Actor | null): Promise<FeedbackUndone>;
  /** Returns the IDs of a job's items that have one of the statuses. */
  feedbackInJob(projectId: string, jobId: string, statuses: readonly string[]): Promise<string[]>;
}

/** @param options.statusWrites null for a platform that statuses can't be written to */
export function createTriage(options: {
  database: Database<StoreSchema>;
  clock: Clock;
  statusWrites: StatusWrites | null;
}): Triage {
  const { clock, statusWrites } = options;
  const { query } = options.database;

  /** Runs `change` in a transaction, and writes the statuses of the items that it changed to the platform. */
  const changing = async <Result>(
    projectId: string,
    id: string,
    change: (trx: Kysely<StoreSchema>) => Promise<{ result: Result; written: ByStatus }>,
  ): Promise<Result> => {
    const changed = await query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, projectId);
      const { result, written } = await change(trx);
      await indexFeedbackText(trx);
      if (statusWrites) await recordUnwritten(trx, projectId, { id, at: clock.now() }, written);
      return result;
    });
    await statusWrites?.write(projectId);
    return changed;
  };

  return {
    setStatus: async (projectId, ids, status, by = null, byId = by?.id ?? null) => {
      const wanted = requireIds(ids);
      requireStatus(status);
      const change = randomUUID();
      const set = { status, change, at: clock.now(), by: by?.name ?? null, byId };
      const changed = await changing(projectId, change, async (trx) => {
        const result = await setTeamStatus(trx, projectId, wanted, set);
        return { result, written: new Map([[status, result]]) };
      });
      return { changed: changed.length, undo: changed.length > 0 ? change : null };
    },
    undo: async (projectId, token, by = null) => {
      const made = { at: clock.now(), by: by?.name ?? null, byId: by?.id ?? null };
      const undone = await changing(projectId, randomUUID(), async (trx) => {
        const result = await undoTeamStatus(trx, projectId, stripNul(token), made);
        return { result, written: result?.restored ?? new Map() };
      });
      if (!undone) throw new NotFound("This change doesn't exist or was already undone.");
      const restored = [...undone.restored.values()].reduce((sum, ids) => sum + ids.length, 0);
      return { restored, left: undone.left.length };
    },
    feedbackInJob: (projectId, jobId, statuses) => feedbackInJob(query, projectId, jobId, statuses),
  };
}

type ByStatus = ReadonlyMap<string, readonly string[]>;

function requireIds(ids: readonly string[]): string[] {
  const distinct = [...new Set(ids)].filter((id) => stripNul(id) === id && id.isWellFormed());
  if (distinct.length < 1 || distinct.length > MAX_SELECTED_ITEMS) {
    throw new InvalidRequest(`ids: must have 1 to ${MAX_SELECTED_ITEMS} IDs (got ${ids.length})`);
  }
  return distinct;
}

function requireStatus(status: string): void {
  if (!STATUSES.some((known) => known === status)) {
    throw new InvalidRequest(`status: must be one of ${STATUSES.join(", ")}`);
  }
}
