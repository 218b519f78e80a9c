import "server-only";
import { isStorableId, MAX_ID_LENGTH } from "../../contract/platform/entry-limits.ts";
import { receivedEntry } from "../../contract/platform/feedback.ts";
import type { FetchedExportPage } from "../../platform-client/client.ts";
import type { RejectedEntry } from "../../store/sync/skipped-items.ts";
import { receivedInstant } from "../../store/write/received-instant.ts";
import type { MirroredEntry } from "../../store/write/write.ts";

/** A page of the export with each entry validated on its own. */
export interface ParsedExportPage {
  /** Entries by ID; for a repeated ID, the last one on the page. */
  entries: MirroredEntry[];
  /** Entries that can't be stored. They don't affect the others. */
  rejected: RejectedEntry[];
  /** Dates of the dated entries, in the order of the page. */
  dates: number[];
  /** Whether all of them have a time zone. */
  hasZones: boolean;
  /** Whether it has no entries at all, not even invalid ones. */
  isEmpty: boolean;
  /** Whether it has fewer entries than `limit`. */
  isShort: boolean;
  nextCursor: string | null;
  hasMore: boolean;
}

/** Validates a received export page, entry by entry. */
export function parseExportPage(page: FetchedExportPage, limit: number): ParsedExportPage {
  const oversized = page.oversized.map(({ text, entryId, size }) => ({
    entryId: usableId(entryId),
    raw: withoutContactText(text),
    reason: tooLarge(size),
  }));
  const { entries, rejected, dates } = parseEntries(page.feedback);
  const hasZones = entries.every(({ entry }) => !entry.createdAt || ZONE.test(entry.createdAt));
  const { nextCursor, hasMore } = page;
  return {
    entries,
    rejected: [...oversized, ...rejected],
    dates,
    hasZones,
    isEmpty: page.feedback.length + page.oversized.length === 0,
    isShort: page.feedback.length + page.oversized.length < limit,
    nextCursor: nextCursor ?? null,
    hasMore,
  };
}

const ZONE = /(Z|[+-]\d\d:?\d\d)\s*$/i;

/** Validates received entries, each on its own. */
export function parseEntries(
  values: readonly unknown[],
): Pick<ParsedExportPage, "entries" | "rejected" | "dates"> {
  const entries = new Map<string, MirroredEntry>();
  const rejected: RejectedEntry[] = [];
  const dates: number[] = [];
  for (const value of values) {
    if (isNestedDeeper(value, MAX_DEPTH)) {
      rejected.push({ entryId: entryIdOf(value), raw: outline(value), reason: TOO_DEEP });
      continue;
    }
    const raw = JSON.stringify(value);
    const { data: entry, error } = receivedEntry.safeParse(value);
    if (!entry) {
      const reason = reasonOf(value, error.issues);
      rejected.push({ entryId: entryIdOf(value), raw: withoutContact(value, raw), reason });
      continue;
    }
    if (!isStorableId(entry.id)) {
      rejected.push({ entryId: null, raw: withoutContact(value, raw), reason: UNSTORABLE_ID });
      continue;
    }
    entries.set(entry.id, { entry, raw });
    const date = receivedInstant(entry.createdAt);
    if (date !== null) dates.push(date);
  }
  return { entries: [...entries.values()], rejected, dates };
}

/** Levels of nesting; a documented entry has one. Serializing fails at a few thousand. */
const MAX_DEPTH = 100;
const TOO_DEEP = "The item is nested too deeply.";

const UNSTORABLE_ID = "id has characters that can't be stored.";

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isNestedDeeper(part, levels - 1));
}

/** Returns JSON text of a deeply nested value: its top-level fields with nested values left out. */
function outline(value: unknown): string {
  const fields = Object.entries(Object(value)).map(([key, part]) => [key, shallow(key, part)]);
  return JSON.stringify(Object.fromEntries(fields));
}

function shallow(key: string, part: unknown): unknown {
  if (typeof part === "object" && part !== null) return "…";
  return key === "contact" && part !== null ? HIDDEN : part;
}

const HIDDEN = "•••";

/** Hides the reader's contact, which people who review skipped items may not see. */
function withoutContact(value: unknown, raw: string): string {
  if (typeof value !== "object" || value === null || !("contact" in value)) return raw;
  return value.contact === null ? raw : JSON.stringify({ ...value, contact: HIDDEN });
}

/** Hides the reader's contact in JSON text that may be cut off. */
function withoutContactText(text: string): string {
  return text.replaceAll(/"contact"\s*:\s*"(?:[^"\\]|\\.)*"?/g, `"contact":"${HIDDEN}"`);
}

function tooLarge(size: number): string {
  const megabytes = (size / 1_048_576).toFixed(1);
  return `The item is ${megabytes} MB; Errata reads items up to 1 MB.`;
}

function entryIdOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("id" in value)) return null;
  return usableId(value.id);
}

function usableId(id: unknown): string | null {
  if (typeof id !== "string" || id === "" || id.length > MAX_ID_LENGTH) return null;
  return isStorableId(id) ? id : null;
}

function reasonOf(
  value: unknown,
  issues: readonly { path: PropertyKey[]; code: string }[],
): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return "The item isn't an object.";
  }
  const problems = issues.map(({ path, code }) => {
    const key = String(path[0] ?? "entry");
    if (!Object.hasOwn(value, key)) return `${key} is missing`;
    if (code === "too_big") return `${key} is too long`;
    if (code === "too_small") return `${key} is empty`;
    return `${key} isn't text`;
  });
  return `${problems.join("; ")}.`;
}
