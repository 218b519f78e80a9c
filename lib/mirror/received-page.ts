import "server-only";
import {
  LONGEST_ID,
  type ReceivedFeedbackPage,
  receivedEntry,
} from "../contract/platform/feedback.ts";
import { receivedInstant } from "../store/feedback/received-instant.ts";
import type { MirroredEntry } from "../store/feedback/write.ts";
import type { RejectedEntry } from "../store/sync/quarantine.ts";

/** A page of the export, its entries read one by one. */
export interface PageRead {
  /** Every identifier once, as last given on the page. */
  entries: MirroredEntry[];
  /** What cannot be kept as an entry; the rest of the page does not suffer from it. */
  rejected: RejectedEntry[];
  /** The oldest date on the page; null where it names none. */
  oldest: number | null;
  nextCursor: string | null;
  hasMore: boolean;
}

export function readReceivedPage(page: ReceivedFeedbackPage): PageRead {
  const entries = new Map<string, MirroredEntry>();
  const rejected: RejectedEntry[] = [];
  let oldest: number | null = null;
  for (const value of page.feedback) {
    if (isDeeper(value, DEEPEST)) {
      rejected.push({ entryId: identifierOf(value), raw: outline(value), reason: TOO_DEEP });
      continue;
    }
    const raw = JSON.stringify(value);
    const { data: entry, error } = receivedEntry.safeParse(value);
    if (!entry) {
      const reason = reasonOf(value, error.issues);
      rejected.push({ entryId: identifierOf(value), raw: withoutContact(value, raw), reason });
      continue;
    }
    entries.set(entry.id, { entry, raw });
    const date = receivedInstant(entry.createdAt);
    if (date !== null) oldest = Math.min(oldest ?? date, date);
  }
  const { nextCursor, hasMore } = page;
  return {
    entries: [...entries.values()],
    rejected,
    oldest,
    nextCursor: nextCursor ?? null,
    hasMore,
  };
}

/** Levels of an entry; the interface has one. Beyond some thousands it could not be written down. */
const DEEPEST = 100;
const TOO_DEEP = "It is nested too deeply.";

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** JSON text of what is too deep to be written down: its own fields, and not what is in them. */
function outline(value: unknown): string {
  const fields = Object.entries(Object(value)).map(([key, part]) => [key, shallow(key, part)]);
  return JSON.stringify(Object.fromEntries(fields));
}

function shallow(key: string, part: unknown): unknown {
  if (typeof part === "object" && part !== null) return "…";
  return key === "contact" && part !== null ? HIDDEN : part;
}

const HIDDEN = "•••";

/** Quarantine is read by whoever looks at the mirror, and a reader's address is not for them. */
function withoutContact(value: unknown, raw: string): string {
  if (typeof value !== "object" || value === null || !("contact" in value)) return raw;
  return value.contact === null ? raw : JSON.stringify({ ...value, contact: HIDDEN });
}

function identifierOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("id" in value)) return null;
  const { id } = value;
  if (typeof id !== "string" || id === "" || id.length > LONGEST_ID) return null;
  // Neither reaches a column as it is, so it would name another entry there.
  return id.includes("\0") || !id.isWellFormed() ? null : id;
}

function reasonOf(
  value: unknown,
  issues: readonly { path: PropertyKey[]; code: string }[],
): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return "It is not an object.";
  }
  const faults = issues.map(({ path, code }) => {
    const key = String(path[0] ?? "entry");
    if (!Object.hasOwn(value, key)) return `${key} is missing`;
    if (code === "too_big") return `${key} is too long`;
    if (code === "too_small") return `${key} is empty`;
    return `${key} is not text`;
  });
  return `${faults.join("; ")}.`;
}
