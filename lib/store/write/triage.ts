import "server-only";
import { randomUUID } from "node:crypto";
import type { Clock } from "../../clock.ts";
import type { FeedbackChange, FeedbackUndone } from "../../contract/api/feedback.ts";
import type { Actor } from "../../contract/api/people.ts";
import { stripNul } from "../../database/dialect.ts";
import { NotFound } from "../../errors.ts";
import { applyEdit, changedStatuses } from "../changes/apply.ts";
import type { ValueChange } from "../changes/stored-field.ts";
import { undoChange } from "../changes/undo.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { feedbackInJob } from "./history.ts";
import { recordUnwritten, type StatusWrites } from "./status-writes.ts";
import { feedbackTransaction } from "./write-lock.ts";

/**
 * Sets the team's status of feedback. The documented interface can't write statuses, so that the store
 * keeps the team's status until the platform changes its own; where the platform has a way to write
 * it, it is written after the change, or later if the platform can't take it now. `by` is the person who decides, or
 * null for Errata itself.
 */
export interface Triage {
  /**
   * Sets the status of items. IDs that the project doesn't have are ignored.
   * @param byId the person who hears of recurrences, by default the one who decides
   * @returns how many changed, and the undo token (null when nothing changed)
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
  database: StoreDatabase;
  clock: Clock;
  statusWrites: StatusWrites | null;
}): Triage {
  const { clock, statusWrites } = options;
  const { query } = options.database;

  /** Runs `change` in a transaction, and writes the statuses of the items that it changed to the platform. */
  const changing = async <Result extends { changes: ValueChange[] } | null>(
    projectId: string,
    id: string,
    change: (trx: StoreQuery) => Promise<Result>,
  ): Promise<Result> => {
    const changed = await feedbackTransaction(query, projectId, async (trx) => {
      const result = await change(trx);
      const statuses = changedStatuses(result?.changes ?? []);
      if (statusWrites) await recordUnwritten(trx, projectId, { id, at: clock.now() }, statuses);
      return result;
    });
    await statusWrites?.write(projectId);
    return changed;
  };

  return {
    setStatus: async (projectId, ids, status, by = null, byId = by?.id ?? null) => {
      const change = randomUUID();
      const edit = { field: "status" as const, key: null, value: status };
      const info = { change, at: clock.now(), by: by?.name ?? null, byId };
      const { changes } = await changing(projectId, change, (trx) =>
        applyEdit(trx, projectId, ids, { ...edit, ...info }),
      );
      return { changed: changes.length, undo: changes.length > 0 ? change : null };
    },
    undo: async (projectId, token, by = null) => {
      const info = { at: clock.now(), by: by?.name ?? null, byId: by?.id ?? null };
      const undone = await changing(projectId, randomUUID(), (trx) =>
        undoChange(trx, projectId, { change: stripNul(token), ...info }),
      );
      if (!undone) throw new NotFound("This change doesn't exist or was already undone.");
      return { restored: undone.changes.length, left: undone.left.length };
    },
    feedbackInJob: (projectId, jobId, statuses) => feedbackInJob(query, projectId, jobId, statuses),
  };
}
