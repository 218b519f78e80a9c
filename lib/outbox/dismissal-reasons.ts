import type { Decision } from "../item-fields/decision.ts";

/**
 * Returns the reasons for which items are dismissed once `decisions` are applied, oldest first; null for none.
 * Items that aren't in the result have what the server last reported.
 */
export function reasonsAfter(decisions: readonly Decision[]): Map<string, string | null> {
  const reasons = new Map<string, string | null>();
  const idsOf = new Map<string, string[]>();
  for (const decision of decisions) {
    if (decision.kind === "undo") {
      for (const id of idsOf.get(decision.of) ?? []) reasons.delete(id);
    } else if (decision.kind === "dismissal" || decision.kind === "set") {
      idsOf.set(decision.id, decision.ids);
      const reason = decision.kind === "dismissal" ? decision.reason : null;
      for (const id of decision.ids) reasons.set(id, reason);
    }
  }
  return reasons;
}
