import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";

/** An item of the file, and its line or position, counted from 1. */
export type FileItem = { line: number } & ({ value: unknown } | { problem: string });

/** The file can't be read, or holds no feedback; the message says why. */
export class UnreadableFile extends Error {}

/** `unit` is what the positions of `items` count: lines of NDJSON, or items of a JSON document. */
export interface FeedbackFile {
  unit: "line" | "item";
  items: AsyncIterable<FileItem>;
}

/**
 * Opens a file of feedback: a JSON array, an export page (`{ "feedback": [ … ] }`), or NDJSON, which
 * is read line by line whatever its size. A line that isn't JSON is returned as a problem.
 * @throws {UnreadableFile} now, or while the items are read
 */
export async function openFeedbackFile(file: string): Promise<FeedbackFile> {
  try {
    const ndjson = await isNdjson(file);
    return ndjson
      ? { unit: "line", items: withFileErrors(file, itemsOfNdjson(file)) }
      : { unit: "item", items: withFileErrors(file, itemsOfDocument(file)) };
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function* withFileErrors(
  file: string,
  items: AsyncIterable<FileItem>,
): AsyncGenerator<FileItem> {
  try {
    yield* items;
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): UnreadableFile {
  const reason = error instanceof Error ? error.message : String(error);
  return new UnreadableFile(`${file} can't be read: ${reason}. Check the path and the format.`, {
    cause: error,
  });
}

/** True by the name of the file, or when its first line is a complete value, valid or not. */
async function isNdjson(file: string): Promise<boolean> {
  if (/\.(ndjson|jsonl)$/i.test(file)) return true;
  for await (const { text } of linesOf(file)) {
    const first = parsed(text);
    if ("value" in first) return !Array.isArray(first.value) && !isPage(first.value);
    return !/^[[{]/.test(text) || (text.startsWith("{") && text.endsWith("}"));
  }
  return true;
}

async function* itemsOfNdjson(file: string): AsyncGenerator<FileItem> {
  for await (const { line, text } of linesOf(file)) yield { line, ...parsed(text) };
}

async function* itemsOfDocument(file: string): AsyncGenerator<FileItem> {
  const text = await readFile(file, "utf8");
  const document = parsed(text.replace(/^\uFEFF/, ""));
  if ("problem" in document) throw new Error(document.problem);
  const { value } = document;
  const items: unknown = isPage(value) ? value.feedback : value;
  if (!Array.isArray(items)) {
    throw new Error("it's neither an array of feedback nor an export page");
  }
  for (const [index, item] of items.entries()) yield { line: index + 1, value: item };
}

/** Returns the lines that are not empty. Only a line feed ends a line: JSON may contain U+2028. */
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
