import "server-only";
import type { RemovedBytes } from "./shorten-strings.ts";

// Cuts single entries out of an export page that is too large to parse. Works on bytes: in UTF-8, the
// bytes of quotes, brackets, and commas never occur inside another character.

/** Bytes of the largest entry that is read. */
export const MAX_ENTRY_SIZE = 1024 * 1024;
/** Characters of an oversized entry that are kept for people to review. */
const KEPT_LENGTH = 65_536;

/** An entry that was cut out of an export page. */
export interface OversizedEntry {
  /** Null if it has none. */
  entryId: string | null;
  /** The beginning of its JSON text. */
  text: string;
  /** Bytes. */
  size: number;
}

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [
  ...[0x22, 0x5c, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d],
] as const;

/**
 * Returns the page's JSON without entries over 1 MB, and those entries.
 * @param cuts text that was removed from the page before
 */
export function withoutOversized(
  page: Buffer,
  cuts: readonly RemovedBytes[] = [],
): { text: string; oversized: OversizedEntry[] } {
  const kept: Buffer[] = [];
  const oversized: OversizedEntry[] = [];
  let end = 0;
  for (const [from, to] of feedbackRanges(page)) {
    if (to - from <= MAX_ENTRY_SIZE) continue;
    const entry = page.subarray(from, to);
    kept.push(page.subarray(end, from), Buffer.from("null"));
    const text = entry.subarray(0, KEPT_LENGTH).toString("utf8");
    const removed = cuts.filter(({ at }) => at >= from && at < to);
    const size = removed.reduce((sum, cut) => sum + cut.removed, entry.length);
    oversized.push({ entryId: idOf(entry), text, size });
    end = to;
  }
  kept.push(page.subarray(end));
  return { text: Buffer.concat(kept).toString("utf8"), oversized };
}

/** Returns where each element of the top-level `feedback` list starts and ends. */
function feedbackRanges(page: Buffer): [number, number][] {
  const list = fieldRange(page, "feedback");
  return list && page[list[0]] === OPEN_LIST
    ? elementRanges(page.subarray(0, list[1]), list[0])
    : [];
}

function idOf(entry: Buffer): string | null {
  const range = fieldRange(entry, "id");
  if (!range) return null;
  try {
    const id: unknown = JSON.parse(entry.toString("utf8", ...range));
    return typeof id === "string" ? id : null;
  } catch {
    // The entry isn't valid JSON, so it has no ID.
    return null;
  }
}

/** Returns where the value of a top-level field starts and ends; null if there is none. */
function fieldRange(json: Buffer, name: string): [number, number] | null {
  for (const [from, to] of elementRanges(json, json.indexOf(OPEN))) {
    const keyEnd = stringEnd(json, from);
    if (json.toString("utf8", from, keyEnd) !== JSON.stringify(name)) continue;
    const value = skipSpace(json, json.indexOf(":", keyEnd) + 1);
    return [value, to];
  }
  return null;
}

/** Returns the comma-separated elements of the list or object that opens at `start`. */
function elementRanges(json: Buffer, start: number): [number, number][] {
  const ranges: [number, number][] = [];
  let depth = 0;
  let from = skipSpace(json, start + 1);
  for (let at = start; at >= 0 && at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = stringEnd(json, at) - 1;
    else if (byte === OPEN || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth > 0) continue;
      if (at > from) ranges.push([from, at]);
      break;
    } else if (byte === COMMA && depth === 1) {
      ranges.push([from, at]);
      from = skipSpace(json, at + 1);
    }
  }
  return ranges;
}

/** Returns the position after the string that starts at `start`. */
function stringEnd(json: Buffer, start: number): number {
  for (let quote = json.indexOf(QUOTE, start + 1); quote >= 0; ) {
    let slashes = 0;
    while (json[quote - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    quote = json.indexOf(QUOTE, quote + 1);
  }
  return json.length;
}

function skipSpace(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && (json[at] ?? 0) <= 0x20) at += 1;
  return at;
}
