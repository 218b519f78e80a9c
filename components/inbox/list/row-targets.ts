import { createContext } from "react";
import type { Choice } from "../triage/choice.ts";
import type { Triage } from "../triage/use-triage.ts";

/** The actions that a row's own buttons run. */
export interface RowTargets {
  /** Null if the person can't triage. */
  triage: Triage | null;
  canAssign: boolean;
  canDraft: boolean;
  /** Returns the items that rows stand for. */
  itemsOf: (ids: string[]) => string[];
  /** Opens a choice, or a draft of the items. */
  ask: (question: Choice | string[]) => void;
}

export const RowTargets = createContext<RowTargets | null>(null);
