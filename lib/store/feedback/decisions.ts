import "server-only";
import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import type { DecisionResult, ReceivedDecision } from "../../contract/api/decisions.ts";
import type { Actor } from "../../contract/api/people.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import { chunks } from "../../database/chunks.ts";
import { stripNul } from "../../database/dialect.ts";
import type { Database } from "../../database/open.ts";
import {
  groupOf,
  setGroup,
  setNotSimilar,
  undoGroup,
  undoNotSimilar,
} from "../groups/by-person.ts";
import { notifyAssigned, undoAssigned } from "../people/notify.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { readSettings } from "../settings.ts";
import { setAssignee, undoAssignee } from "./assignees.ts";
import { setDismissalReason, undoDismissalReason } from "./dismissals.ts";
import type { Made } from "./field-changes.ts";
import { setLabel, undoLabel } from "./labels.ts";
import { restoreNoise, undoRestoreNoise } from "./noise.ts";
import { redoableItems } from "./redo.ts";
import { setTeamStatus, undoTeamStatus } from "./status.ts";
import type { StatusWrites } from "./status-writes.ts";
import { type SetValue, supersededItems } from "./superseded.ts";
import { indexFeedbackText } from "./write.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/** How long results are kept, in milliseconds. After that, the history shows what was applied. */
const REMEMBERED = 2 * DAY;
/** A decision that waited longer in a browser, in milliseconds, had a wrong clock. */
const MAX_AGE = 90 * DAY;

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
  database: Database<StoreSchema>;
  clock: Clock;
  statusWrites: StatusWrites | null;
  isActivePerson?: (trx: Kysely<StoreSchema>, id: string) => Promise<boolean>;
}): Decisions {
  const { clock, statusWrites, isActivePerson } = options;
  const { query } = options.database;

  const isKnownPerson = async (trx: Kysely<StoreSchema>, id: string | null) =>
    id === null || (!id.includes("\0") && ((await isActivePerson?.(trx, id)) ?? false));

  /** Returns why a decision can't be applied to any item, or null. */
  const problemOf = async (
    trx: Kysely<StoreSchema>,
    projectId: string,
    decision: ReceivedDecision,
  ): Promise<string | null> => {
    if (decision.kind !== "undo" && !(await anyExists(trx, projectId, decision.ids))) {
      return decision.ids.length > 1 ? "These items were deleted." : "This item was deleted.";
    }
    if (decision.kind === "assign") {
      const isKnown = await isKnownPerson(trx, decision.assignee);
      return isKnown ? null : "This person doesn't exist or their account is disabled.";
    }
    // What an admin removes meanwhile is still known.
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
  };

  const applyOnce = (projectId: string, decision: ReceivedDecision, by: Actor) =>
    query.transaction().execute(async (trx): Promise<DecisionResult> => {
      await lockFeedbackWrites(trx, projectId);
      const known = await knownResult(trx, projectId, decision.id);
      if (known) return known;
      const now = clock.now();
      const age = Math.round(Math.min(decision.age, MAX_AGE));
      const made = { at: Math.max(0, now - age), by: by.name, byId: by.id };
      const message = await problemOf(trx, projectId, decision);
      if (message !== null) return { id: decision.id, outcome: "rejected", message };
      const { result, written } =
        decision.kind === "undo"
          ? await applyUndo(trx, projectId, decision, { ...made, at: now })
          : await applySet(trx, projectId, decision, made, by);
      await indexFeedbackText(trx);
      await trx
        .insertInto("decision")
        .values({
          project_id: projectId,
          id: decision.id,
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

/** Whether at least one of these items is still there. */
async function anyExists(
  trx: Kysely<StoreSchema>,
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
  /** Items by the status they have now. */
  written: Map<string, string[]>;
}

/** When a person made a decision, in epoch milliseconds, and who it is. */
interface MadeBy {
  at: number;
  by: string;
  byId: string;
}

async function applySet(
  trx: Kysely<StoreSchema>,
  projectId: string,
  decision: Exclude<ReceivedDecision, { kind: "undo" }>,
  made: MadeBy,
  actor: Actor,
): Promise<Applied> {
  const { id, ids, redoes } = decision;
  const distinct = [...new Set(ids)].filter(isItemId);
  // The history doesn't have what isn't similar: saying so again changes nothing else.
  if (decision.kind === "separate") {
    const other = stripNul(decision.from);
    const changed = await setNotSimilar(trx, projectId, distinct, { other, change: id });
    return { result: resultOf(id, changed.length, []), written: new Map() };
  }
  const redo =
    redoes === undefined
      ? { open: distinct, changedSince: [] }
      : await redoableItems(trx, projectId, redoes, distinct, made);
  if (decision.kind === "group") {
    const { changed, skipped } = await changeGroup(trx, projectId, decision, redo.open, made);
    const left = [...redo.changedSince, ...skipped];
    return { result: resultOf(id, changed.length, left), written: new Map() };
  }
  if (decision.kind === "restore") {
    const restored = await restoreNoise(trx, projectId, redo.open, { change: id, ...made });
    return { result: resultOf(id, restored.length, redo.changedSince), written: new Map() };
  }
  const set = setValueOf(decision);
  const superseded = await supersededItems(trx, projectId, redo.open, {
    ...set,
    ...made,
    change: id,
  });
  const open = redo.open.filter((item) => !superseded.has(item));
  const { changed, skipped } = await setField(trx, projectId, open, {
    ...set,
    ...made,
    change: id,
  });
  if (set.field === "assignee") {
    const assigned = { person: set.value, change: id, at: made.at, by: actor };
    await notifyAssigned(trx, projectId, changed, assigned);
  }
  const result = resultOf(id, changed.length, [...redo.changedSince, ...superseded, ...skipped]);
  const isWritten = set.field === "status" && changed.length > 0;
  return { result, written: new Map(isWritten ? [[set.value, changed]] : []) };
}

type FieldDecision = Extract<ReceivedDecision, { kind: "set" | "assign" | "dismissal" | "label" }>;
type FieldValue = Exclude<SetValue, { field: "group" }>;

function setValueOf(decision: FieldDecision): FieldValue {
  if (decision.kind === "set") return { field: "status", value: decision.status };
  if (decision.kind === "label") {
    const { label, on } = decision;
    return { field: "label", label, value: on ? label : null };
  }
  return decision.kind === "assign"
    ? { field: "assignee", value: decision.assignee }
    : { field: "dismissal", value: decision.reason };
}

/** @returns the IDs of the items that changed, and of those that can't have the value */
async function setField(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  set: FieldValue & Made,
): Promise<{ changed: string[]; skipped: string[] }> {
  switch (set.field) {
    case "status":
      return {
        changed: await setTeamStatus(trx, projectId, ids, { ...set, status: set.value }),
        skipped: [],
      };
    case "assignee":
      return {
        changed: await setAssignee(trx, projectId, ids, { ...set, person: set.value }),
        skipped: [],
      };
    case "label":
      return {
        changed: await setLabel(trx, projectId, ids, { ...set, on: set.value !== null }),
        skipped: [],
      };
    case "dismissal":
      return setDismissalReason(trx, projectId, ids, { ...set, reason: set.value });
  }
}

/** @returns the IDs of the items that changed, and of those that someone changed after the decision was made */
async function changeGroup(
  trx: Kysely<StoreSchema>,
  projectId: string,
  decision: Extract<ReceivedDecision, { kind: "group" }>,
  ids: readonly string[],
  made: MadeBy,
): Promise<{ changed: string[]; skipped: string[] }> {
  const { id: change } = decision;
  const other = decision.with === null ? null : stripNul(decision.with);
  const value = other === null ? null : ((await groupOf(trx, projectId, other)) ?? "");
  const set = { field: "group", value, change, ...made } as const;
  const superseded = await supersededItems(trx, projectId, ids, set);
  const open = ids.filter((item) => !superseded.has(item));
  // Without any, the other item would be alone in a group.
  const changed =
    open.length === 0 ? [] : await setGroup(trx, projectId, open, { with: other, change, ...made });
  return { changed, skipped: [...superseded] };
}

async function applyUndo(
  trx: Kysely<StoreSchema>,
  projectId: string,
  { id, of }: Extract<ReceivedDecision, { kind: "undo" }>,
  made: MadeBy,
): Promise<Applied> {
  const assigned = await undoAssignee(trx, projectId, { change: of, ...made });
  if (assigned) {
    await undoAssigned(trx, projectId, assigned.restored, of);
    return { result: resultOf(id, assigned.restored.length, assigned.left), written: new Map() };
  }
  const undo = { change: of, ...made };
  const undoneField =
    (await undoGroup(trx, projectId, undo)) ??
    (await undoDismissalReason(trx, projectId, undo)) ??
    (await undoRestoreNoise(trx, projectId, undo)) ??
    (await undoLabel(trx, projectId, undo));
  if (undoneField) {
    const { restored, left } = undoneField;
    return { result: resultOf(id, restored.length, left), written: new Map() };
  }
  const separated = await undoNotSimilar(trx, projectId, of);
  if (separated > 0) return { result: resultOf(id, separated, []), written: new Map() };
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
