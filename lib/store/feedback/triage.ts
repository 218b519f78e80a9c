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
import type { StoreSchema } from "../schema.ts";
import { feedbackInJob } from "./history.ts";
import { recordWriteThrough, setTeamStatus, undoTeamStatus } from "./status.ts";
import { indexFeedbackText } from "./write.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/**
 * Sets the team's status of feedback. The documented interface can't write statuses, so that the store
 * keeps the team's status until the platform changes its own; where the platform has a way to write
 * it, it is written through. `by` is the person who decides, or null for Errata itself.
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

/** Writes a status through to the platform. */
export type WriteStatus = (
  projectId: string,
  ids: readonly string[],
  status: string,
) => Promise<void>;

/** @param options.writeStatus null for a platform that can't be written to */
export function createTriage(options: {
  database: Database<StoreSchema>;
  clock: Clock;
  writeStatus: WriteStatus | null;
}): Triage {
  const { clock, writeStatus } = options;
  const { query } = options.database;

  // Outside the transaction, as it may be slow. Until it returns, the item shows both statuses.
  const writeThrough = async (projectId: string, ids: readonly string[], status: string) => {
    if (!writeStatus || ids.length === 0) return;
    await writeStatus(projectId, ids, status);
    await query
      .transaction()
      .execute((trx) => recordWriteThrough(trx, projectId, ids, status, clock.now()));
  };

  const undo = async (
    projectId: string,
    token: string,
    by: Actor | null = null,
  ): Promise<FeedbackUndone> => {
    const undoneBy = { at: clock.now(), by: by?.name ?? null, byId: by?.id ?? null };
    const undone = await query
      .transaction()
      .execute((trx) =>
        changing(trx, projectId, () => undoTeamStatus(trx, projectId, stripNul(token), undoneBy)),
      );
    if (!undone) throw new NotFound("This change doesn't exist or was already undone.");
    for (const [status, ids] of undone.restored) await writeThrough(projectId, ids, status);
    const restored = [...undone.restored.values()].reduce((sum, ids) => sum + ids.length, 0);
    return { restored, left: undone.left.length };
  };

  return {
    setStatus: async (projectId, ids, status, by = null, byId = by?.id ?? null) => {
      const wanted = requireIds(ids);
      requireStatus(status);
      const change = randomUUID();
      const set = { status, change, at: clock.now(), by: by?.name ?? null, byId };
      const changed = await query
        .transaction()
        .execute((trx) =>
          changing(trx, projectId, () => setTeamStatus(trx, projectId, wanted, set)),
        );
      try {
        await writeThrough(projectId, changed, status);
      } catch (error) {
        // A failed request must not leave the change half done.
        await undo(projectId, change, by);
        throw error;
      }
      return { changed: changed.length, undo: changed.length > 0 ? change : null };
    },
    undo,
    feedbackInJob: (projectId, jobId, statuses) => feedbackInJob(query, projectId, jobId, statuses),
  };
}

/** Runs `change` with the project's feedback locked, and updates the text index afterwards. */
async function changing<Result>(
  trx: Kysely<StoreSchema>,
  projectId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  await lockFeedbackWrites(trx, projectId);
  const result = await change();
  await indexFeedbackText(trx);
  return result;
}

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
