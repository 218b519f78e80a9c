import type { DecisionResult } from "../contract/api/decisions.ts";
import type { Decision, SetDecision } from "../item-fields/decision.ts";
import { type BrowserLog, createBrowserLog, type LogStorage } from "./browser-log.ts";
import { createOutbox, type Outbox, type OutboxOptions } from "./outbox.ts";
import { DECISION_PREFIX } from "./stored-keys.ts";

export type DecisionOutbox = Outbox<Decision>;
export type DecisionOutboxOptions = Omit<
  OutboxOptions<Decision, Extract<DecisionResult, { outcome: "applied" }>>,
  "batchOf" | "keeps" | "replaces"
>;

/** Decisions in one request, and item IDs in all of them together. */
const BATCH = { decisions: 50, items: 10_000 };

/** Creates the outbox of one project's decisions. The server rejects a single one without holding up others. */
export function createDecisionOutbox(options: DecisionOutboxOptions): DecisionOutbox {
  return createOutbox({ ...options, batchOf, keeps: "confirmed" });
}

/**
 * Opens the decisions of one person and project.
 * @param storage null where the browser offers none
 */
export function createDecisionLog(
  storage: LogStorage | null,
  personId: string,
  projectId: string,
): BrowserLog<Decision> {
  return createBrowserLog(storage, DECISION_PREFIX, [personId, projectId], isDecision);
}

function isDecision(value: Partial<Decision>): value is Decision {
  if (value.kind === "undo") return typeof value.of === "string" && value.previous !== undefined;
  const { ids } = value as Partial<SetDecision>;
  return Array.isArray(ids) && (value.kind !== "set" || typeof value.status === "string");
}

function batchOf(waiting: readonly Decision[]): readonly Decision[] {
  let items = 0;
  const count = waiting.findIndex((decision, index) => {
    items += decision.kind === "undo" ? 0 : decision.ids.length;
    return index > 0 && (items > BATCH.items || index >= BATCH.decisions);
  });
  return waiting.slice(0, count < 0 ? waiting.length : count);
}
