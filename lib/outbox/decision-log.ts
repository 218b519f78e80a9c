import type { Decision, SetDecision } from "../item-fields/decision.ts";
import { type BrowserLog, createBrowserLog, type LogStorage } from "./browser-log.ts";
import { DECISION_PREFIX } from "./stored-keys.ts";

/** Decisions that the server hasn't confirmed. */
export type DecisionLog = BrowserLog<Decision>;

/**
 * Opens the decisions of one person and project.
 * @param storage null where the browser offers none
 */
export function createDecisionLog(
  storage: LogStorage | null,
  personId: string,
  projectId: string,
): DecisionLog {
  return createBrowserLog(storage, DECISION_PREFIX, [personId, projectId], isDecision);
}

function isDecision(value: Partial<Decision>): value is Decision {
  if (value.kind === "undo") return typeof value.of === "string" && value.previous !== undefined;
  const { ids } = value as Partial<SetDecision>;
  return Array.isArray(ids) && (value.kind !== "set" || typeof value.status === "string");
}
