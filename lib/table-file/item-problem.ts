import type { ImportItem } from "../contract/api/import.ts";
import { ENTRY_BYTES, MAX_ENTRY_BYTES, MAX_ID_LENGTH } from "../contract/platform/entry-limits.ts";
import { SOURCES } from "../contract/platform/vocabulary.ts";

const LABELS: Readonly<Record<keyof typeof ENTRY_BYTES, string>> = {
  comment: "comment",
  code: "code",
  path: "page",
  filename: "file name",
  contact: "email",
  lang: "language",
};

/** Returns why the server would reject a row, in the words of the screen; null if it wouldn't. */
export function itemProblem(value: ImportItem["value"]): string | null {
  if (value.source !== undefined && !(SOURCES as readonly string[]).includes(value.source)) {
    return `has the source “${value.source.slice(0, 40)}”, which Errata doesn't know`;
  }
  if (value.id !== undefined && value.id.length > MAX_ID_LENGTH) {
    return `has an ID of more than ${MAX_ID_LENGTH} characters`;
  }
  const texts = new Map<string, unknown>(Object.entries(value));
  for (const [name, limit] of Object.entries(ENTRY_BYTES)) {
    const text = texts.get(name);
    if (typeof text === "string" && isLonger(text, limit)) {
      return `has a ${LABELS[name as keyof typeof ENTRY_BYTES]} of more than ${sizeOf(limit)}`;
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
