import "server-only";
import { decodeFile, encodeFile } from "../file-encoding.ts";
import { matchLines, restoreUnreadable } from "./undo-format-changes.ts";

const LINES = /(?<=\n)/;

/**
 * Returns a text file with a new text for some of its lines. All other bytes stay, and so do these lines' ends, their
 * encoding, and a missing end of the last one.
 * @param lines index of the first one, and how many
 * @param text of the new lines, as someone wrote it who took the file for UTF-8; empty for none
 * @returns null for a binary file, and if its encoding doesn't have all characters
 */
export function replaceLines(
  bytes: Buffer,
  { at, count }: { at: number; count: number },
  text: string,
): Buffer | null {
  const file = decodeFile(bytes);
  if (!file) return null;
  const lines = file.text.split(LINES);
  const old = lines.slice(at, at + count).map(partsOf);
  const asRead = bytes
    .toString("utf8")
    .split(LINES)
    .slice(at, at + count);
  const seen = asRead.map((line) => partsOf(line).text);
  const wanted = text === "" ? [] : text.split("\n");
  const origins = matchLines(seen, wanted);
  const [fileEnd = "\n"] = /\r?\n/.exec(file.text) ?? [];
  const usualEnd = old.find(({ end }) => end !== "")?.end ?? fileEnd;
  const edited: string[] = [];
  for (const [index, line] of wanted.entries()) {
    const origin = origins[index] ?? -1;
    const [before, was] = [old[origin], seen[origin]];
    // It isn't known which of its characters were kept.
    if (before && was !== line && was?.length !== before.text.length) return null;
    const isEndless = index === wanted.length - 1 && old.at(-1)?.end === "";
    edited.push(
      restoreUnreadable(line, was, before?.text) + (isEndless ? "" : before?.end || usualEnd),
    );
  }
  return encodeFile(lines.toSpliced(at, count, ...edited).join(""), file.encoding);
}

function partsOf(line: string): { text: string; end: string } {
  const [end = ""] = /\r?\n$/.exec(line) ?? [];
  return { text: line.slice(0, line.length - end.length), end };
}
