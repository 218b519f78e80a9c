import "server-only";
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import type { FeedbackChange, FeedbackUndone } from "../../contract/api/feedback.ts";
import type { Actor } from "../../contract/api/people.ts";
import { STATUSES } from "../../contract/platform/vocabulary.ts";
import { stripNul } from "../../database/dialect.ts";
import type { Database } from "../../database/open.ts";
import { InvalidRequest, NotFound } from "../../errors.ts";
import type { StoreSchema } from "../schema.ts";
import { feedbackInJob } from "./history.ts";
import { MAX_SELECTED } from "./selection.ts";
import { recordWriteThrough, setTeamStatus, undoTeamStatus } from "./status.ts";
import { indexFeedbackText } from "./write.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/**
 * What the team decides about feedback. The interface has no way to write a status, so that it is
 * kept here, until the platform's own changes; a platform that can be written to is written to.
 * `by` is who decides; nobody where Errata does by itself.
 */
export interface Triage {
  /**
   * Sets the status of entries (1 to 10,000; those that the project does not have are left out).
   * @returns how many changed, and the token that takes it back (null where nothing changed)
   * @throws {InvalidRequest}
   */
  setStatus(
    projectId: string,
    ids: readonly string[],
    status: string,
    by?: Actor | null,
  ): Promise<FeedbackChange>;
  /** Restores what a change changed and nobody changed since. @throws {NotFound} */
  undo(projectId: string, token: string, by?: Actor | null): Promise<FeedbackUndone>;
  /** Entries behind a job that stand at one of the statuses. */
  feedbackInJob(projectId: string, jobId: string, statuses: readonly string[]): Promise<string[]>;
}

/** Writes a status through to the platform. */
export type WriteStatus = (
  projectId: string,
  ids: readonly string[],
  status: string,
) => Promise<void>;

/** @param options.writeStatus null for a platform that offers no way to do so */
export function createTriage(options: {
  database: Database<StoreSchema>;
  clock: Clock;
  writeStatus: WriteStatus | null;
}): Triage {
  const { clock, writeStatus } = options;
  const { query } = options.database;

  // Afterwards, as it may take its time: until then the entry shows both, which is the truth.
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
    const taken = { at: clock.now(), by: by?.name ?? null };
    const undone = await query
      .transaction()
      .execute((trx) =>
        changing(trx, projectId, () => undoTeamStatus(trx, projectId, stripNul(token), taken)),
      );
    if (!undone) throw new NotFound("There is nothing to take back under that name.");
    for (const [status, ids] of undone.restored) await writeThrough(projectId, ids, status);
    const restored = [...undone.restored.values()].reduce((sum, ids) => sum + ids.length, 0);
    return { restored, left: undone.left };
  };

  return {
    setStatus: async (projectId, ids, status, by = null) => {
      const wanted = requireIds(ids);
      requireStatus(status);
      const change = randomUUID();
      const set = { status, change, at: clock.now(), by: by?.name ?? null };
      const changed = await query
        .transaction()
        .execute((trx) =>
          changing(trx, projectId, () => setTeamStatus(trx, projectId, wanted, set)),
        );
      try {
        await writeThrough(projectId, changed, status);
      } catch (error) {
        // Whoever hears that it failed shall not find it half done.
        await undo(projectId, change, by);
        throw error;
      }
      return { changed: changed.length, undo: changed.length > 0 ? change : null };
    },
    undo,
    feedbackInJob: (projectId, jobId, statuses) => feedbackInJob(query, projectId, jobId, statuses),
  };
}

/** What `change` gives, alone with the project's feedback, the search following what it changed. */
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
  if (distinct.length < 1 || distinct.length > MAX_SELECTED) {
    throw new InvalidRequest(`ids: must name 1 to ${MAX_SELECTED} entries (got ${ids.length})`);
  }
  return distinct;
}

function requireStatus(status: string): void {
  if (!STATUSES.some((known) => known === status)) {
    throw new InvalidRequest(`status: must be one of ${STATUSES.join(", ")}`);
  }
}
