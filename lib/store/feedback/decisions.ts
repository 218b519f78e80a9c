import "server-only";
import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import type { DecisionResult, ReceivedDecision } from "../../contract/api/decisions.ts";
import type { Actor } from "../../contract/api/people.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import { chunks } from "../../database/chunks.ts";
import type { Database } from "../../database/open.ts";
import type { StoreSchema } from "../schema.ts";
import { redoableItems } from "./redo.ts";
import { recordWriteThrough, setTeamStatus, undoTeamStatus } from "./status.ts";
import { supersededItems } from "./superseded.ts";
import type { WriteStatus } from "./triage.ts";
import { indexFeedbackText } from "./write.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/** How long results are kept, in milliseconds. After that, the history shows what was applied. */
const REMEMBERED = 2 * DAY;

/** Decisions of people about feedback; each one is applied once, however often it arrives. */
export interface Decisions {
  /**
   * Applies decisions in order. An item that someone changed after a decision was made keeps the later
   * status; the history has both.
   */
  apply(
    projectId: string,
    decisions: readonly ReceivedDecision[],
    by: Actor,
  ): Promise<DecisionResult[]>;
  /** Writes statuses to the platform that it doesn't have yet. Null if it takes none. */
  writeThrough: ((projectId: string) => Promise<void>) | null;
}

/** @param options.writeStatus null for a platform that statuses can't be written to */
export function createDecisions(options: {
  database: Database<StoreSchema>;
  clock: Clock;
  writeStatus: WriteStatus | null;
}): Decisions {
  const { clock, writeStatus } = options;
  const { query } = options.database;

  const applyOnce = (projectId: string, decision: ReceivedDecision, by: Actor) =>
    query.transaction().execute(async (trx): Promise<DecisionResult> => {
      await lockFeedbackWrites(trx, projectId);
      const known = await knownResult(trx, projectId, decision.id);
      if (known) return known;
      const now = clock.now();
      const made = { at: Math.max(0, now - Math.min(decision.age, REMEMBERED)), by: by.name };
      const { result, written } =
        decision.kind === "set"
          ? await applySet(trx, projectId, decision, made)
          : await applyUndo(trx, projectId, decision, { at: now, by: by.name });
      await indexFeedbackText(trx);
      await trx
        .insertInto("decision")
        .values({
          project_id: projectId,
          id: decision.id,
          applied_at: now,
          result: JSON.stringify(result),
          unwritten: writeStatus && written.size > 0 ? JSON.stringify([...written]) : null,
        })
        .execute();
      return result;
    });

  /** The platform gets statuses after the store, so a crash in between leaves rows for the next call. */
  const writeThrough = async (projectId: string): Promise<void> => {
    if (!writeStatus) return;
    for (const { id, unwritten } of await unwrittenDecisions(query, projectId)) {
      const statuses: [string, string[]][] = JSON.parse(unwritten ?? "[]");
      for (const [status, ids] of statuses) {
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
          .where("id", "=", id)
          .execute();
      });
    }
  };

  return {
    apply: async (projectId, decisions, by) => {
      const results: DecisionResult[] = [];
      for (const decision of decisions) results.push(await applyOnce(projectId, decision, by));
      await writeThrough(projectId);
      await forgetOld(query, projectId, clock.now());
      return results;
    },
    writeThrough: writeStatus && writeThrough,
  };
}

interface Applied {
  result: DecisionResult;
  /** Items by the status they have now. */
  written: Map<string, string[]>;
}

async function applySet(
  trx: Kysely<StoreSchema>,
  projectId: string,
  { id, ids, status, redoes }: Extract<ReceivedDecision, { kind: "set" }>,
  made: { at: number; by: string },
): Promise<Applied> {
  const distinct = [...new Set(ids)].filter((item) => !item.includes("\0") && item.isWellFormed());
  const set = { status, change: id, ...made };
  const redo =
    redoes === undefined
      ? { open: distinct, changedSince: [] }
      : await redoableItems(trx, projectId, redoes, distinct, made.by);
  const superseded = await supersededItems(trx, projectId, redo.open, set);
  const open = redo.open.filter((item) => !superseded.has(item));
  const changed = await setTeamStatus(trx, projectId, open, set);
  const result = resultOf(id, changed.length, [...redo.changedSince, ...superseded]);
  return { result, written: new Map(changed.length > 0 ? [[status, changed]] : []) };
}

async function applyUndo(
  trx: Kysely<StoreSchema>,
  projectId: string,
  { id, of }: Extract<ReceivedDecision, { kind: "undo" }>,
  made: { at: number; by: string },
): Promise<Applied> {
  const undone = await undoTeamStatus(trx, projectId, of, made);
  const restored = undone?.restored ?? new Map<string, string[]>();
  const changed = [...restored.values()].reduce((sum, ids) => sum + ids.length, 0);
  // A decision that changed nothing left nothing to undo.
  return { result: resultOf(id, changed, undone?.left ?? []), written: restored };
}

function resultOf(id: string, changed: number, skippedIds: readonly string[]): DecisionResult {
  const result = { id, outcome: "applied" as const, changed, skipped: skippedIds.length };
  return skippedIds.length > 0 ? { ...result, skippedIds: [...skippedIds] } : result;
}

async function knownResult(
  trx: Kysely<StoreSchema>,
  projectId: string,
  id: string,
): Promise<DecisionResult | null> {
  const row = await trx
    .selectFrom("decision")
    .select("result")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row) return JSON.parse(row.result);
  return resultInHistory(trx, projectId, id);
}

/** A browser may stay away for longer than results are kept, and then send a decision again. */
async function resultInHistory(
  trx: Kysely<StoreSchema>,
  projectId: string,
  id: string,
): Promise<DecisionResult | null> {
  const events = await trx
    .selectFrom("feedback_event")
    .select(["feedback_id", "kind"])
    .where("project_id", "=", projectId)
    .where("change", "=", id)
    .orderBy("id")
    .execute();
  if (events.length === 0) return null;
  const skipped = events.filter(({ kind }) => kind === "superseded");
  const changed = events.filter(({ kind }) => kind === "set").length;
  return resultOf(
    id,
    changed,
    skipped.map((event) => event.feedback_id),
  );
}

function unwrittenDecisions(query: Kysely<StoreSchema>, projectId: string) {
  return query
    .selectFrom("decision")
    .select(["id", "unwritten"])
    .where("project_id", "=", projectId)
    .where("unwritten", "is not", null)
    .orderBy("applied_at")
    .execute();
}

async function itemsWithStatus(
  query: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  status: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const chunk of chunks(ids)) {
    const rows = await query
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .where("team_status", "=", status)
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

async function forgetOld(
  query: Kysely<StoreSchema>,
  projectId: string,
  now: number,
): Promise<void> {
  await query
    .deleteFrom("decision")
    .where("project_id", "=", projectId)
    .where("applied_at", "<", now - REMEMBERED)
    .where("unwritten", "is", null)
    .execute();
}
