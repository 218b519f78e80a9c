import type { Decision, SetDecision } from "./decision.ts";
import { DECISION_PREFIX, keysOf } from "./stored-decisions.ts";

/** The part of the browser's `localStorage` that the log uses. */
export type LogStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** Decisions that the server hasn't confirmed. They survive a reload and are shared by all tabs. */
export interface DecisionLog {
  /**
   * Adds a decision after all others.
   * @returns false if the browser couldn't store it, so that it lives in this tab alone
   */
  append(decision: Decision): boolean;
  /** Every decision that isn't removed, oldest first. */
  list(): Decision[];
  remove(ids: ReadonlySet<string>): void;
  /** Whether a storage key belongs to this log. */
  owns(key: string | null): boolean;
}

/**
 * Opens the log of one person and project. Each decision has a key of its own, so that two tabs never
 * overwrite each other's.
 * @param storage null where the browser offers none
 */
export function openDecisionLog(
  storage: LogStorage | null,
  personId: string,
  projectId: string,
): DecisionLog {
  const prefix = `${DECISION_PREFIX}${encodeURIComponent(personId)}:${encodeURIComponent(projectId)}:`;
  /** Decisions that the browser couldn't store. */
  const inMemory = new Map<string, Decision>();
  let sequence = 0;

  const nextKey = ({ madeAt, id }: Decision): string => {
    sequence += 1;
    return `${prefix}${pad(madeAt, 15)}.${pad(sequence, 6)}.${id}`;
  };

  const stored = (): [string, Decision][] => {
    const found: [string, Decision][] = [...inMemory];
    for (const key of keysOf(storage)) {
      if (!key.startsWith(prefix)) continue;
      const decision = parse(storage?.getItem(key) ?? null);
      if (decision) found.push([key, decision]);
    }
    return found.sort(([one], [other]) => (one < other ? -1 : 1));
  };

  return {
    append: (decision) => {
      const key = nextKey(decision);
      try {
        if (!storage) throw new Error("no storage");
        storage.setItem(key, JSON.stringify(decision));
        return true;
      } catch {
        inMemory.set(key, decision);
        return false;
      }
    },
    list: () => stored().map(([, decision]) => decision),
    remove: (ids) => {
      for (const [key, { id }] of stored()) {
        if (!ids.has(id)) continue;
        inMemory.delete(key);
        storage?.removeItem(key);
      }
    },
    owns: (key) => key?.startsWith(prefix) ?? false,
  };
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

function parse(text: string | null): Decision | null {
  try {
    const value: Partial<Decision> | null = JSON.parse(text ?? "null");
    const isSound = typeof value?.id === "string" && typeof value.madeAt === "number";
    return isSound && isComplete(value) ? value : null;
  } catch {
    return null;
  }
}

function isComplete(value: Partial<Decision>): value is Decision {
  if (value.kind === "undo") return typeof value.of === "string" && value.previous !== undefined;
  const { ids } = value as Partial<SetDecision>;
  return Array.isArray(ids) && (value.kind !== "set" || typeof value.status === "string");
}
