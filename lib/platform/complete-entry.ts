import "server-only";
import type { FeedbackEntry } from "../contract/platform/feedback.ts";
import type { Source } from "../contract/platform/vocabulary.ts";

const BASE = ["id", "path", "comment", "createdAt", "status", "source"] as const;
const OWN = ["helpful", "contact", "code", "filename", "lang"] as const;
type Field = (typeof BASE)[number] | (typeof OWN)[number];

/** Fields that each source adds to the base fields. */
const FIELDS_OF: Record<Source, readonly (typeof OWN)[number][]> = {
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

/** What Errata's own export adds. Only `page` is used. */
const ADDED = ["page", "dismissedFor", "labels"];

const KNOWN: ReadonlySet<string> = new Set([...BASE, ...OWN, ...ADDED]);

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

/**
 * Returns a whole entry for `validateEntry`. Fields that are left out keep the value of the existing
 * entry with this ID; otherwise they get their default. `path` can be taken from `page`. Fields that
 * the entry's source doesn't have are dropped, and named in `dropped` if they have a value.
 */
export function completeEntry(
  { fields }: PartialEntry,
  existing: FeedbackEntry | null,
): { entry: Record<string, unknown>; dropped: string[] } {
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
  const dropped = OWN.filter((name) => !own.includes(name) && (fields.get(name) ?? null) !== null);
  return { entry, dropped: isSource(source) ? dropped.map((name) => `${name} of ${source}`) : [] };
}

function isSource(value: unknown): value is Source {
  return typeof value === "string" && Object.hasOwn(FIELDS_OF, value);
}
