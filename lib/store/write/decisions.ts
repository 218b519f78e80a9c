import "server-only";
import type { Clock } from "../../clock.ts";
import type { DecisionResult, ReceivedDecision } from "../../contract/api/decisions.ts";
import type { Actor } from "../../contract/api/people.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import { chunks } from "../../database/chunks.ts";
import { stripNul } from "../../database/dialect.ts";
import { type Edit, editOf } from "../../item-fields/fields.ts";
import { applyEdit, changedStatuses } from "../changes/apply.ts";
import { redoableItems } from "../changes/redo.ts";
import type { ChangeInfo, ValueChange } from "../changes/stored-field.ts";
import { undoChange } from "../changes/undo.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { readSettings } from "../settings.ts";
import type { StatusWrites } from "./status-writes.ts";
import { feedbackTransaction } from "./write-lock.ts";

/** How long results are kept, in milliseconds. After that, the history shows what was applied. */
const RESULT_RETENTION_MS = 2 * DAY;
/** A decision that claims to have waited longer in a browser, in milliseconds, is from a wrong clock. */
const MAX_DECISION_AGE_MS = 90 * DAY;

/** Decisions of people about feedback; each one is applied once, however often it arrives. */
export interface Decisions {
  /**
   * Applies decisions in order. An item that someone changed after a decision was made keeps the later
   * value; the history has both. Assigning to someone without an active account
   * is rejected, and so is a label or a reason that the project never had.
   */
  apply(
    projectId: string,
    decisions: readonly ReceivedDecision[],
    by: Actor,
  ): Promise<DecisionResult[]>;
}

/**
 * @param options.statusWrites null for a platform that statuses can't be written to
 * @param options.isActivePerson whether items can be assigned to a person; called in the transaction that
 *   assigns them. Without it, nobody can be assigned.
 */
export function createDecisions(options: {
  database: StoreDatabase;
  clock: Clock;
  statusWrites: StatusWrites | null;
  isActivePerson?: IsActivePerson;
}): Decisions {
  const { clock, statusWrites, isActivePerson } = options;
  const { query } = options.database;

  const applyOnce = (projectId: string, decision: ReceivedDecision, by: Actor) =>
    feedbackTransaction(query, projectId, async (trx): Promise<DecisionResult> => {
      const known = await knownResult(trx, projectId, decision.id);
      if (known) return known;
      const now = clock.now();
      const age = Math.round(Math.min(decision.age, MAX_DECISION_AGE_MS));
      const person = { by: by.name, byId: by.id };
      const message = await problemOf(trx, projectId, decision, isActivePerson);
      const { id } = decision;
      if (message !== null) return { id, outcome: "rejected", message };
      const { result, changes } =
        decision.kind === "undo"
          ? await applyUndo(trx, projectId, id, { change: decision.of, at: now, ...person })
          : await applySet(trx, projectId, decision, {
              change: id,
              at: Math.max(0, now - age),
              now,
              ...person,
            });
      const written = changedStatuses(changes);
      await trx
        .insertInto("decision")
        .values({
          project_id: projectId,
          id,
          applied_at: now,
          result: JSON.stringify(result),
          unwritten: statusWrites && written.size > 0 ? JSON.stringify([...written]) : null,
        })
        .execute();
      return result;
    });

  return {
    apply: async (projectId, decisions, by) => {
      const results: DecisionResult[] = [];
      for (const decision of decisions) results.push(await applyOnce(projectId, decision, by));
      await statusWrites?.write(projectId);
      await forgetOld(query, projectId, clock.now());
      return results;
    },
  };
}

type IsActivePerson = (trx: StoreQuery, id: string) => Promise<boolean>;

/** Returns why a decision can't be applied to any item, or null. */
async function problemOf(
  trx: StoreQuery,
  projectId: string,
  decision: ReceivedDecision,
  isActivePerson: IsActivePerson = async () => false,
): Promise<string | null> {
  if (decision.kind !== "undo" && !(await anyExists(trx, projectId, decision.ids))) {
    return decision.ids.length > 1 ? "These items were deleted." : "This item was deleted.";
  }
  if (decision.kind === "assign") {
    const { assignee } = decision;
    const canBe = async (id: string) => !id.includes("\0") && (await isActivePerson(trx, id));
    return assignee === null || (await canBe(assignee))
      ? null
      : "This person doesn't exist or their account is disabled.";
  }
  // Values that an admin removes meanwhile are still known.
  const isOneOf = (all: readonly { id: string }[], id: string | null) =>
    id === null || all.some((one) => one.id === id);
  if (decision.kind === "label") {
    const { labels } = await readSettings(trx, projectId);
    return isOneOf(labels, decision.label) ? null : "This label doesn't exist.";
  }
  if (decision.kind === "dismissal") {
    const { dismissalReasons } = await readSettings(trx, projectId);
    return isOneOf(dismissalReasons, decision.reason) ? null : "This reason doesn't exist.";
  }
  return null;
}

/** Whether at least one of these items is still there. */
async function anyExists(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<boolean> {
  for (const chunk of chunks(ids.filter(isItemId))) {
    const found = await trx
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}

/** Whether an item can have this ID: PostgreSQL can't store other text. */
function isItemId(id: string): boolean {
  return !id.includes("\0") && id.isWellFormed();
}

interface Applied {
  result: DecisionResult;
  changes: ValueChange[];
}

async function applySet(
  trx: StoreQuery,
  projectId: string,
  decision: Exclude<ReceivedDecision, { kind: "undo" }>,
  { now, ...info }: ChangeInfo & { byId: string; now: number },
): Promise<Applied> {
  const { id, ids, redoes } = decision;
  const edit = storedEdit(decision);
  const distinct = [...new Set(ids)].filter(isItemId);
  const { open, changedSince } =
    redoes === undefined
      ? { open: distinct, changedSince: [] }
      : await redoableItems(trx, projectId, redoes, distinct, {
          field: edit.field,
          byId: info.byId,
        });
  const whole = { ...edit, ...info };
  const { changes, skipped } = await applyEdit(trx, projectId, open, whole, { now });
  return { result: resultOf(id, changes.length, [...changedSince, ...skipped]), changes };
}

/** Returns the value that a decision sets, as text that both databases can store. */
function storedEdit(decision: Exclude<ReceivedDecision, { kind: "undo" }>): Edit {
  const { field, key, value } = editOf(decision);
  return { field, key: key && stripNul(key), value: value && stripNul(value) };
}

async function applyUndo(
  trx: StoreQuery,
  projectId: string,
  id: string,
  undo: ChangeInfo,
): Promise<Applied> {
  const undone = await undoChange(trx, projectId, undo);
  // A decision that changed nothing can't be undone.
  const { changes, left } = undone ?? { changes: [], left: [] };
  return { result: resultOf(id, changes.length, left), changes };
}

function resultOf(id: string, changed: number, skippedIds: readonly string[]): DecisionResult {
  const result = { id, outcome: "applied" as const, changed, skipped: skippedIds.length };
  return skippedIds.length > 0 ? { ...result, skippedIds: [...skippedIds] } : result;
}

async function knownResult(
  trx: StoreQuery,
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
  trx: StoreQuery,
  projectId: string,
  id: string,
): Promise<DecisionResult | null> {
  const events = await trx
    .selectFrom("feedback_event")
    .select(["feedback_id", "kind"])
    .where("project_id", "=", projectId)
    .where("change_id", "=", id)
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

async function forgetOld(query: StoreQuery, projectId: string, now: number): Promise<void> {
  await query
    .deleteFrom("decision")
    .where("project_id", "=", projectId)
    .where("applied_at", "<", now - RESULT_RETENTION_MS)
    .where("unwritten", "is", null)
    .execute();
}
