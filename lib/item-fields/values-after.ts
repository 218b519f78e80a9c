import type { Decision, SetDecision, UndoDecision } from "./decision.ts";
import { editOf, FIELDS, type FieldName, fieldOf } from "./fields.ts";

/** A value of an item and the decision that set it; null if that decision isn't known here. */
interface Layer {
  value: string | null;
  by: string | null;
}

/** The values of each item, the current one last, so that an undo uncovers the one before. */
type Layers = Map<string, Layer[]>;

type Values = ReadonlyMap<string, string | null>;
type Keys = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** The values that items have; null for none. Items that aren't in a map have what the server last reported. */
export interface ValuesAfter {
  /** Returns the values of a field by item. @param key what they are of, for fields with keys */
  of(field: FieldName, key?: string | null): Values;
  /** Returns, by item, which of the keys of a field it has (true) or doesn't have anymore (false). */
  keysOf(field: FieldName): Keys;
  /** Whether there are no decisions. */
  isEmpty: boolean;
}

/** Returns the values that items have once decisions are applied, oldest first. */
export function valuesAfter(decisions: readonly Decision[]): ValuesAfter {
  // Asked for each of thousands of items.
  const known = new Map<string, Values>();
  const knownKeys = new Map<FieldName, Keys>();
  const of = (field: FieldName, key: string | null = null) => {
    const name = `${field} ${key}`;
    const values = known.get(name) ?? valuesOf(decisions, field, key);
    known.set(name, values);
    return values;
  };
  const keysOf = (field: FieldName) => {
    const found = new Map<string, Map<string, boolean>>();
    for (const key of new Set(decisions.flatMap((decision) => keyOf(decision, field) ?? []))) {
      for (const [id, value] of of(field, key)) {
        found.set(id, (found.get(id) ?? new Map<string, boolean>()).set(key, value !== null));
      }
    }
    return found;
  };
  return {
    of,
    keysOf: (field) => {
      const keys = knownKeys.get(field) ?? keysOf(field);
      knownKeys.set(field, keys);
      return keys;
    },
    isEmpty: decisions.length === 0,
  };
}

/** Returns the key of a field that a decision is about; null for none, or if it is about another field. */
function keyOf(decision: Decision, field: FieldName): string | null {
  if (decision.kind === "undo") return (undoneField(decision) === field && decision.label) || null;
  const edit = editOf(decision);
  return edit.field === field ? edit.key : null;
}

/** Decisions of older versions don't name the field that they undo. */
function undoneField({ undoes = "set" }: UndoDecision): FieldName {
  return fieldOf(undoes);
}

function valuesOf(decisions: readonly Decision[], field: FieldName, key: string | null): Values {
  const { isKeyed, partOf, listed } = FIELDS[field];
  const layers: Layers = new Map();
  const restored = new Map<string | undefined, ReadonlySet<string>>();
  const isAbout = (decision: Decision) => !isKeyed || keyOf(decision, field) === key;
  for (const decision of decisions) {
    if (decision.kind === "undo") {
      const undone = undoneField(decision);
      if (!listed && (undone === field || undone === partOf)) forget(layers, decision.of);
      else if (undone === field && isAbout(decision)) {
        restored.set(decision.of, revert(layers, decision));
      }
      continue;
    }
    const edit = editOf(decision);
    if (edit.field === partOf) apply(layers, decision, null);
    else if (edit.field === field && isAbout(decision)) {
      apply(layers, decision, edit.value, restored.get(decision.redoes));
    }
  }
  return new Map(
    [...layers].flatMap(([id, all]): [string, string | null][] => {
      const current = all.at(-1);
      return current ? [[id, current.value]] : [];
    }),
  );
}

/**
 * An item that already has the value isn't changed, so an undo of this decision leaves it alone.
 * @param only for a redo, the items that the undo restored
 */
function apply(
  layers: Layers,
  { id: by, ids }: SetDecision,
  value: string | null,
  only?: ReadonlySet<string>,
): void {
  for (const id of ids) {
    if (only && !only.has(id)) continue;
    const all = layers.get(id) ?? [];
    if (all.at(-1)?.value !== value) layers.set(id, [...all, { value, by }]);
  }
}

/**
 * An undo skips items that were changed again since, as the server does.
 * @returns the items that it restored
 */
function revert(layers: Layers, { of, previous }: UndoDecision): Set<string> {
  const restored = new Set<string>();
  for (const id of new Set([...layers.keys(), ...Object.keys(previous)])) {
    const all = layers.get(id) ?? [];
    const owner = all.at(-1)?.by ?? null;
    const known = Object.hasOwn(previous, id) ? previous[id] : undefined;
    if (owner === of) {
      const rest = all.slice(0, -1);
      const isBare = rest.length === 0 && known !== undefined;
      layers.set(id, isBare ? [{ value: known, by: null }] : rest);
      restored.add(id);
    } else if (owner === null && known !== undefined) {
      layers.set(id, [{ value: known, by: null }]);
      restored.add(id);
    }
  }
  return restored;
}

/** The server has the earlier values, which the browser doesn't know. */
function forget(layers: Layers, of: string): void {
  for (const [id, all] of layers) if (all.some(({ by }) => by === of)) layers.delete(id);
}
