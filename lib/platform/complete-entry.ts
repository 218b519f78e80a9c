import "server-only";
import { ERASABLE_FIELDS, type ErasableField } from "../contract/api/erasable-fields.ts";
import { EXPORTED_DECISIONS } from "../contract/api/export-formats.ts";
import { parseInstant } from "../contract/platform/dates.ts";
import type { FeedbackEntry } from "../contract/platform/feedback.ts";
import type { Source } from "../contract/platform/vocabulary.ts";
import { isMasked, maskAddresses } from "../text/email-addresses.ts";

const BASE = ["id", "path", "comment", "createdAt", "status", "source"] as const;
const OWN_FIELDS = ["helpful", "contact", "code", "filename", "lang"] as const;
type Field = (typeof BASE)[number] | (typeof OWN_FIELDS)[number];

/** Fields that each source adds to the base fields. */
const FIELDS_OF: Record<Source, readonly (typeof OWN_FIELDS)[number][]> = {
  contextual: ["helpful", "contact"],
  code_snippet: ["code", "filename", "lang"],
  agent: [],
  thumbs_only: [],
};

/** Values of fields that a new entry may leave out. */
const DEFAULTS: Partial<Record<Field, unknown>> = {
  comment: null,
  createdAt: null,
  status: "pending",
  contact: null,
  code: "",
  filename: null,
  lang: null,
};

/** Fields that can't be null. Errata's own export has null in the columns that a source lacks. */
const REQUIRED: ReadonlySet<Field> = new Set(["path", "status", "source", "helpful", "code"]);

/** An imported entry that may lack fields. */
export interface PartialEntry {
  /** The fields of the interface, and those that Errata's own export adds. */
  fields: ReadonlyMap<string, unknown>;
  /** Names of the other fields. */
  unknown: string[];
}

/** Fields that Errata's own export adds. Only `page` is used. */
const ADDED = ["page", ...EXPORTED_DECISIONS];

const KNOWN: ReadonlySet<string> = new Set([...BASE, ...OWN_FIELDS, ...ADDED]);

/** Separates the fields of the interface from others. Returns null if `value` isn't an object. */
export function readPartialEntry(value: unknown): PartialEntry | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const fields = new Map<string, unknown>();
  const unknown: string[] = [];
  for (const [name, field] of Object.entries(value)) {
    if (KNOWN.has(name)) fields.set(name, field);
    else unknown.push(name);
  }
  return { fields, unknown };
}

/** An entry for `validateEntry`. */
export interface CompletedEntry {
  entry: Record<string, unknown>;
  /** Fields with a value that the entry's source doesn't have. */
  dropped: string[];
  /** Fields of the existing entry that the item leaves without their value. */
  emptied: ErasableField[];
}

/**
 * Returns a whole entry. Fields that are left out keep the value of the existing entry with this ID;
 * otherwise they get their default. `path` can be taken from `page`. Fields that the entry's source
 * doesn't have are dropped. A text as exports mask it, and another spelling of the same instant, don't
 * replace what is stored.
 * @param mayErase whether an empty value erases what is stored, which stays otherwise
 */
export function completeEntry(
  { fields: given }: PartialEntry,
  existing: FeedbackEntry | null,
  mayErase = false,
): CompletedEntry {
  const fields = withoutEqual(given, existing);
  const completed = wholeEntry(fields, existing);
  const emptied = ERASABLE_FIELDS.filter(
    (name) => isFull(valueIn(existing, name)) && !isFull(completed.entry[name]),
  );
  if (mayErase || emptied.length === 0) return { ...completed, emptied };
  // A field that the new source doesn't have can only stay together with the source.
  const kept = new Set<string>([
    ...emptied,
    ...(lacks(completed.entry, emptied) ? ["source"] : []),
  ]);
  const rest = new Map([...fields].filter(([name]) => !kept.has(name)));
  return { ...wholeEntry(rest, existing), emptied };
}

/** Returns the entry that fields and an existing entry make together, and the fields that don't belong in it. */
export function wholeEntry(
  fields: PartialEntry["fields"],
  existing: FeedbackEntry | null,
): Omit<CompletedEntry, "emptied"> {
  const before = new Map<string, unknown>(Object.entries(existing ?? {}));
  const isGiven = (name: Field) => {
    const value = fields.get(name);
    return value !== undefined && !(value === null && REQUIRED.has(name));
  };
  const fieldOf = (name: Field) => {
    if (isGiven(name)) return fields.get(name);
    if (before.has(name)) return before.get(name);
    return name === "path" ? (fields.get("page") ?? undefined) : DEFAULTS[name];
  };
  const source = fieldOf("source");
  const own = isSource(source) ? FIELDS_OF[source] : [];
  const entry = Object.fromEntries([...BASE, ...own].map((name) => [name, fieldOf(name)]));
  const dropped = OWN_FIELDS.filter(
    (name) => !own.includes(name) && (fields.get(name) ?? null) !== null,
  );
  return { entry, dropped: isSource(source) ? dropped.map((name) => `${name} of ${source}`) : [] };
}

/** Leaves out fields whose values add nothing to the stored ones. */
function withoutEqual(
  fields: PartialEntry["fields"],
  existing: FeedbackEntry | null,
): PartialEntry["fields"] {
  const isEqual = (name: string, value: unknown) => {
    if (typeof value !== "string") return false;
    const before = valueIn(existing, name);
    if (name === "contact" && isMasked(value)) return true;
    if (typeof before !== "string" || before === value) return false;
    if (name === "createdAt") return isSameInstant(value, before);
    return name !== "id" && isMasked(value) && value === maskAddresses(before);
  };
  return new Map([...fields].filter(([name, value]) => !isEqual(name, value)));
}

function isSameInstant(one: string, other: string): boolean {
  const instant = parseInstant(one);
  return instant !== null && instant === parseInstant(other);
}

function valueIn(entry: object | null, name: string): unknown {
  return entry === null ? undefined : new Map(Object.entries(entry)).get(name);
}

const isFull = (value: unknown) => typeof value === "string" && value !== "";

function lacks({ source }: Record<string, unknown>, names: readonly string[]): boolean {
  const own: readonly string[] = isSource(source) ? FIELDS_OF[source] : [];
  return names.some((name) => OWN_FIELDS.some((each) => each === name) && !own.includes(name));
}

function isSource(value: unknown): value is Source {
  return typeof value === "string" && Object.hasOwn(FIELDS_OF, value);
}
