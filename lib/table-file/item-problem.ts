import type { ImportItem } from "../contract/api/import.ts";
import { ENTRY_BYTES, MAX_ENTRY_BYTES, MAX_ID_LENGTH } from "../contract/platform/entry-limits.ts";
import { SOURCES } from "../contract/platform/vocabulary.ts";

const LIMITS = [
  ["comment", "comment", ENTRY_BYTES.comment],
  ["code", "code", ENTRY_BYTES.code],
  ["path", "page", ENTRY_BYTES.path],
  ["filename", "file name", ENTRY_BYTES.filename],
  ["contact", "email", ENTRY_BYTES.contact],
  ["lang", "language", ENTRY_BYTES.lang],
] as const;

/** Returns why the server would reject a row, in the words of the screen; null if it wouldn't. */
export function itemProblem(value: ImportItem["value"]): string | null {
  if (value.source !== undefined && !SOURCES.some((source) => source === value.source)) {
    return `has the source “${value.source.slice(0, 40)}”, which Errata doesn't know`;
  }
  if (value.id !== undefined && value.id.length > MAX_ID_LENGTH) {
    return `has an ID of more than ${MAX_ID_LENGTH} characters`;
  }
  const texts = new Map<string, unknown>(Object.entries(value));
  for (const [name, label, limit] of LIMITS) {
    const text = texts.get(name);
    if (typeof text === "string" && isLonger(text, limit)) {
      return `has a ${label} of more than ${sizeOf(limit)}`;
    }
  }
  if (Object.values(value).some((text) => typeof text === "string" && text.includes("\0"))) {
    return "has a NUL character, which can't be stored";
  }
  return isLonger(JSON.stringify(value), MAX_ENTRY_BYTES)
    ? `has more than ${sizeOf(MAX_ENTRY_BYTES)} of text`
    : null;
}

/** No character has more than three bytes per unit of its length. */
function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

function sizeOf(bytes: number): string {
  return bytes < 1_024 ? `${bytes} bytes` : `${bytes / 1_024} KB`;
}
