import { type FileItem, MAX_ITEM_LENGTH, parseItem } from "./file-item.ts";

/** Yields the items of NDJSON, one per line. Skips empty lines. */
export async function* itemsOfLines(parts: AsyncIterable<string>): AsyncGenerator<FileItem, void> {
  let line = 0;
  for await (const text of linesOf(parts)) {
    line += 1;
    if (text === null || text.trim() !== "") yield { line, ...parseItem(text) };
  }
}

/** Only a line feed ends a line, because JSON may contain U+2028. Yields null for lines too long. */
async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<string | null, void> {
  let rest = "";
  let isTooLong = false;
  for await (const part of parts) {
    let from = 0;
    for (let end = part.indexOf("\n"); end >= 0; end = part.indexOf("\n", from)) {
      yield isTooLong ? null : capped(rest + part.slice(from, end));
      rest = "";
      isTooLong = false;
      from = end + 1;
    }
    isTooLong ||= rest.length + part.length - from > MAX_ITEM_LENGTH;
    rest = isTooLong ? "" : rest + part.slice(from);
  }
  yield isTooLong ? null : capped(rest);
}

function capped(text: string): string | null {
  return text.length > MAX_ITEM_LENGTH ? null : text;
}
