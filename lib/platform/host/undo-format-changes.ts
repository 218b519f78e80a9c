import "server-only";
import { type DecodedFile, decodeFile, encodeFile, type FileEncoding } from "../file-encoding.ts";

/** A file without accidental changes of its format, and the kinds of those changes. */
export interface CleanedFile {
  bytes: Buffer;
  undone: FormatChange[];
}

export type FormatChange = "line endings" | "byte order mark" | "final line break" | "encoding";

const BOM = "\ufeff";
/** The character that tools write in place of bytes they can't read, because they take every file for UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * Undoes in a changed text file what isn't a change of its words: converted line endings, the byte order mark,
 * line breaks at the end, and the encoding. Lines that stayed keep their own endings, and new lines get the
 * prevailing one. Binary files stay as they are now. Takes linear time, apart from sorting.
 */
export function undoFormatChanges(before: Buffer, now: Buffer): CleanedFile {
  const unchanged: CleanedFile = { bytes: now, undone: [] };
  const old = decodeFile(before);
  const changed = decodeFile(now);
  if (!old || !changed || before.length === 0 || now.length === 0) return unchanged;
  const [from, to] = [partsOf(old.text), partsOf(changed.text)];
  const isLossy = old.encoding === "windows-1252" && changed.text.includes(REPLACEMENT);
  const seen = isLossy ? partsOf(before.toString("utf8")).lines : from.lines;
  const text = compose(from, to, seen);
  const bytes = encodeFile(text, old.encoding);
  if (!bytes || bytes.equals(now)) return unchanged;
  return { bytes, undone: undoneIn(old, changed, from, to, text) };
}

interface Parts {
  bom: string;
  /** Without their endings. */
  lines: string[];
  /** The ending of each line; empty for the last one. */
  endings: string[];
  /** All line breaks at the end. */
  tail: string;
}

function partsOf(text: string): Parts {
  const bom = text.startsWith(BOM) ? BOM : "";
  let end = text.length;
  while (end > bom.length && isBreak(text[end - 1])) end -= 1;
  const pieces = text.slice(bom.length, end).split(/(\r\n|\n|\r)/);
  const lines = pieces.filter((_, index) => index % 2 === 0);
  const endings = [...pieces.filter((_, index) => index % 2 === 1), ""];
  return { bom, lines, endings, tail: text.slice(end) };
}

function isBreak(character: string | undefined): boolean {
  return character === "\n" || character === "\r";
}

/**
 * Returns the new lines with the endings of the old ones.
 * @param seen the old lines as the tool that changed the file read them
 */
function compose(from: Parts, to: Parts, seen: readonly string[]): string {
  const prevailing = mostFrequent(from) ?? mostFrequent(to) ?? "\n";
  const origins = matchLines(seen, to.lines);
  const last = to.lines.length - 1;
  const body = to.lines.map((line, index) => {
    const origin = origins[index];
    const text =
      origin === undefined ? line : restoreUnreadable(line, seen[origin], from.lines[origin]);
    if (index === last) return text;
    // The last line's own ending is part of the tail.
    const ending = origin === undefined ? "" : from.endings[origin];
    return text + (ending || prevailing);
  });
  const isSameEnd = seen.at(-1) === to.lines.at(-1);
  const tail = isSameEnd || from.tail === "" ? from.tail : prevailing;
  return from.bom + body.join("") + tail;
}

/** Returns a line with the characters that the tool couldn't read, where it left the line as it was. */
export function restoreUnreadable(line: string, seen = "", old = ""): string {
  if (seen === old || seen.length !== old.length) return line === seen ? old : line;
  let start = 0;
  while (start < line.length && line[start] === seen[start]) start += 1;
  let end = 0;
  const most = Math.min(line.length, seen.length) - start;
  while (end < most && line.at(-1 - end) === seen.at(-1 - end)) end += 1;
  return old.slice(0, start) + line.slice(start, line.length - end) + old.slice(old.length - end);
}

function mostFrequent({ endings, tail }: Parts): string | undefined {
  const all = [...endings, ...(tail.match(/\r\n|\n|\r/g) ?? [])].filter((ending) => ending !== "");
  const counts = [...Map.groupBy(all, (ending) => ending)];
  return counts.sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/**
 * Returns for each new line the index of the old line that it continues: an equal one in the same order, or a
 * changed one in the same place. Lines that occur once on both sides divide the rest, and each part is matched
 * from its two ends.
 */
export function matchLines(from: readonly string[], to: readonly string[]): (number | undefined)[] {
  const origins: (number | undefined)[] = new Array(to.length);
  let [oldStart, newStart] = [0, 0];
  for (const [oldAt, newAt] of [...anchors(from, to), [from.length, to.length] as const]) {
    matchGap(from, to, { oldStart, oldEnd: oldAt, newStart, newEnd: newAt }, origins);
    if (newAt < to.length) origins[newAt] = oldAt;
    [oldStart, newStart] = [oldAt + 1, newAt + 1];
  }
  return origins;
}

function matchGap(
  from: readonly string[],
  to: readonly string[],
  gap: { oldStart: number; oldEnd: number; newStart: number; newEnd: number },
  origins: (number | undefined)[],
): void {
  let { oldStart, oldEnd, newStart, newEnd } = gap;
  while (oldStart < oldEnd && newStart < newEnd && from[oldStart] === to[newStart]) {
    origins[newStart] = oldStart;
    oldStart += 1;
    newStart += 1;
  }
  while (oldStart < oldEnd && newStart < newEnd && from[oldEnd - 1] === to[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
    origins[newEnd] = oldEnd;
  }
  if (oldEnd - oldStart !== newEnd - newStart) return;
  for (let at = newStart; at < newEnd; at += 1) origins[at] = oldStart + at - newStart;
}

/** Returns pairs of equal lines that occur once on each side: the longest series in both orders. */
function anchors(from: readonly string[], to: readonly string[]): [number, number][] {
  const places = uniquePlaces(from);
  const pairs = [...uniquePlaces(to)].flatMap(([line, newAt]): [number, number][] => {
    const oldAt = places.get(line);
    return oldAt === undefined ? [] : [[oldAt, newAt]];
  });
  return longestIncreasing(pairs.sort(([, one], [, other]) => one - other));
}

function uniquePlaces(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    places.set(line, at);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

/** The longest subsequence whose first numbers increase, by patience sorting. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const tops: number[] = [];
  const previous: number[] = [];
  for (const [index, [value]] of pairs.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = tops[low - 1] ?? -1;
    tops[low] = index;
  }
  const longest: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair) longest.push(pair);
  }
  return longest.reverse();
}

function undoneIn(
  old: DecodedFile,
  changed: DecodedFile,
  from: Parts,
  to: Parts,
  text: string,
): FormatChange[] {
  const encoding = sameEncoding(old.encoding, changed.encoding, changed.text);
  const written = partsOf(text);
  const endings = written.endings.some((ending, index) => ending !== to.endings[index]);
  return [
    ...(encoding ? [] : (["encoding"] as const)),
    ...(from.bom === to.bom ? [] : (["byte order mark"] as const)),
    ...(endings || isConverted(written.tail, to.tail) ? (["line endings"] as const) : []),
    ...(breaksIn(written.tail) === breaksIn(to.tail) ? [] : (["final line break"] as const)),
  ];
}

/** Text of ASCII characters alone is the same in UTF-8 and in older encodings. */
function sameEncoding(one: FileEncoding, other: FileEncoding, text: string): boolean {
  return one === other || (one === "windows-1252" && other === "utf-8" && !/[^\0-\x7f]/.test(text));
}

function isConverted(one: string, other: string): boolean {
  return one !== other && breaksIn(one) === breaksIn(other);
}

function breaksIn(tail: string): number {
  return tail.match(/\r\n|\n|\r/g)?.length ?? 0;
}
