import { type CsvDialect, csvRecords } from "./csv-records.ts";

export const SEPARATORS = {
  ",": "Commas",
  ";": "Semicolons",
  "\t": "Tabs",
  "|": "Vertical bars",
} as const;

/** Characters and rows that decide. */
const SAMPLE_LENGTH = 64_000;
const SAMPLE_ROWS = 200;

/**
 * Finds how a CSV file is written: the separator that splits most of the first 200 rows into the same number of
 * cells, so that one in a long header or in comments doesn't count.
 */
export function detectDialect(text: string): Omit<CsvDialect, "isByLine"> {
  const hint = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(text.slice(0, 20));
  const sample = sampleOf(text);
  const escapeStyles = sample.includes('\\"')
    ? (["double", "backslash"] as const)
    : (["double"] as const);
  const separators = hint?.[1] ? [hint[1]] : Object.keys(SEPARATORS);
  const dialects = escapeStyles.flatMap((style) =>
    separators.map((separator) => ({ separator, escape: style, isByLine: false })),
  );
  const scored = dialects.map((dialect) => ({ dialect, ...scoreOf(sample, dialect) }));
  const best = scored.reduce((first, next) => {
    const better = next.share - first.share || first.loose - next.loose || next.width - first.width;
    return better > 0 ? next : first;
  });
  return { separator: best.dialect.separator, escape: best.dialect.escape };
}

/** Ends with a whole line, unless the file does. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLE_LENGTH) return text;
  const sample = text.slice(0, SAMPLE_LENGTH);
  return sample.slice(0, sample.lastIndexOf("\n") + 1) || sample;
}

/** Returns the most frequent number of cells above one, the share of rows that have it, and of loose quotes. */
function scoreOf(sample: string, dialect: CsvDialect) {
  const widths = new Map<number, number>();
  let rows = 0;
  let loose = 0;
  for (const { cells, isLoose } of csvRecords(sample, dialect)) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    rows += 1;
    if (isLoose) loose += 1;
    if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    if (rows === SAMPLE_ROWS) break;
  }
  const [width, count] = [...widths].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0]);
  return { width, share: rows === 0 ? 0 : count / rows, loose };
}
