import type { Decision } from "../../lib/item-fields/decision.ts";
import { valuesAfter } from "../../lib/item-fields/values-after.ts";
import type { LogStorage } from "../../lib/outbox/browser-log.ts";
import type { DecisionOutboxOptions } from "../../lib/outbox/decision-outbox.ts";

/** A browser's storage in memory, which several tabs can share. */
export function memoryStorage(): LogStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** Runs one piece of work after the other, as the browser's lock does between tabs. */
export function tabLock(): DecisionOutboxOptions["exclusive"] {
  let last = Promise.resolve();
  return (work) => {
    last = last.then(work, work);
    return last;
  };
}

type Decisions = readonly Decision[];

/** What items have once decisions are applied. */
export const statusesAfter = (decisions: Decisions) => valuesAfter(decisions).of("status");
export const assigneesAfter = (decisions: Decisions) => valuesAfter(decisions).of("assignee");
export const reasonsAfter = (decisions: Decisions) => valuesAfter(decisions).of("dismissal");
export const noiseAfter = (decisions: Decisions) => valuesAfter(decisions).of("noise");
export const labelsAfter = (decisions: Decisions) => valuesAfter(decisions).keysOf("label");
