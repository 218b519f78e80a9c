import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";

/** An item of the file and the line or place where it stands, counted from 1. */
export type FileItem = { line: number } & ({ value: unknown } | { problem: string });

/** The file cannot be read, or is neither JSON entries nor NDJSON; the message says which. */
export class UnreadableEntries extends Error {}

/** What the numbers of `items` count: lines of an NDJSON file, or entries of a JSON document. */
export interface EntryFile {
  unit: "line" | "entry";
  items: AsyncIterable<FileItem>;
}

/**
 * The entries of a file: a JSON array, an export page (`{ "feedback": [ … ] }`), or NDJSON, which
 * is read line by line whatever its size. A line that is no JSON comes as a problem of its own.
 * @throws {UnreadableEntries} here, or while the items are read
 */
export async function openEntries(file: string): Promise<EntryFile> {
  try {
    const byLine = await isByLine(file);
    return byLine
      ? { unit: "line", items: explained(file, entriesByLine(file)) }
      : { unit: "entry", items: explained(file, entriesOfDocument(file)) };
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function* explained(file: string, items: AsyncIterable<FileItem>): AsyncGenerator<FileItem> {
  try {
    yield* items;
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): UnreadableEntries {
  const reason = error instanceof Error ? error.message : String(error);
  return new UnreadableEntries(`${file} cannot be read: ${reason}.`, { cause: error });
}

/** By its name, or by a first line that is a value of its own, broken or not. */
async function isByLine(file: string): Promise<boolean> {
  if (/\.(ndjson|jsonl)$/i.test(file)) return true;
  for await (const { text } of linesOf(file)) {
    const first = parsed(text);
    if ("value" in first) return !Array.isArray(first.value) && !isPage(first.value);
    return !/^[[{]/.test(text) || (text.startsWith("{") && text.endsWith("}"));
  }
  return true;
}

async function* entriesByLine(file: string): AsyncGenerator<FileItem> {
  for await (const { line, text } of linesOf(file)) yield { line, ...parsed(text) };
}

async function* entriesOfDocument(file: string): AsyncGenerator<FileItem> {
  const text = await readFile(file, "utf8");
  const document = parsed(text.replace(/^\uFEFF/, ""));
  if ("problem" in document) throw new Error(document.problem);
  const { value } = document;
  const entries: unknown = isPage(value) ? value.feedback : value;
  if (!Array.isArray(entries)) {
    throw new Error("it holds neither an array of entries nor an export page");
  }
  for (const [index, entry] of entries.entries()) yield { line: index + 1, value: entry };
}

/** Lines that say something. Only line feeds end one: U+2028 may stand inside a JSON text. */
async function* linesOf(file: string): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  let rest = "";
  const take = (text: string) => ({ line: ++line, text: text.replace(/^\uFEFF/, "").trim() });
  for await (const chunk of createReadStream(file, "utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const taken of lines.map(take)) if (taken.text !== "") yield taken;
  }
  const last = take(rest);
  if (last.text !== "") yield last;
}

function isPage(value: unknown): value is { feedback: unknown[] } {
  return (
    typeof value === "object" &&
    value !== null &&
    "feedback" in value &&
    Array.isArray(value.feedback)
  );
}

function parsed(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `not JSON (${error instanceof Error ? error.message : error})` };
  }
}
