/** How a CSV file writes its cells. */
export interface CsvDialect {
  separator: string;
  /** How a quote inside a quoted cell is written: twice, or after a backslash. */
  escape: "double" | "backslash";
  /** Whether each line is a row: then a quote that isn't closed on its line is text. */
  isByLine: boolean;
}

export interface CsvRecord {
  cells: string[];
  /** Lines of the file that it spans. */
  lines: number;
  /** Whether a quote opened a cell and text follows where it closes, or it never closes. */
  isLoose: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const LF = 0x0a;
const CR = 0x0d;

/** Yields the rows of a CSV file, empty lines included, in one pass. */
export function* csvRecords(text: string, dialect: CsvDialect): Generator<CsvRecord, void> {
  let at = 0;
  while (at < text.length) {
    const { next, ...record } = readRecord(text, at, dialect);
    yield record;
    at = next;
  }
}

function readRecord(text: string, start: number, dialect: CsvDialect) {
  const separator = dialect.separator.charCodeAt(0);
  const record: CsvRecord & { next: number } = { cells: [], lines: 1, isLoose: false, next: start };
  for (;;) {
    const cell = readCell(text, record.next, dialect);
    record.cells.push(cell.text);
    record.lines += cell.breaks;
    record.isLoose ||= cell.isLoose;
    record.next = cell.end;
    if (text.charCodeAt(cell.end) !== separator) break;
    record.next += 1;
  }
  record.next +=
    text.charCodeAt(record.next) === CR && text.charCodeAt(record.next + 1) === LF ? 2 : 1;
  return record;
}

interface Cell {
  text: string;
  /** Where its separator or the end of the row is. */
  end: number;
  breaks: number;
  isLoose: boolean;
}

function readCell(text: string, start: number, dialect: CsvDialect): Cell {
  let at = start;
  while (text.charCodeAt(at) === SPACE) at += 1;
  const quoted = text.charCodeAt(at) === QUOTE ? readQuoted(text, at, dialect) : null;
  return quoted ?? readPlain(text, start, dialect);
}

function readPlain(text: string, start: number, { separator }: CsvDialect): Cell {
  const end = plainEnd(text, start, separator.charCodeAt(0));
  return { text: text.slice(start, end), end, breaks: 0, isLoose: false };
}

function plainEnd(text: string, start: number, separator: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separator || code === LF || code === CR) break;
  }
  return at;
}

/** Reads a cell that starts with a quote. Returns null where a row is a line and the quote doesn't close on it. */
function readQuoted(text: string, start: number, dialect: CsvDialect): Cell | null {
  const separator = dialect.separator.charCodeAt(0);
  const hasBackslashes = dialect.escape === "backslash";
  const { at, breaks } = closingQuote(text, start + 1, hasBackslashes);
  const isClosed = at < text.length;
  if (dialect.isByLine && (breaks > 0 || !isClosed)) return null;
  let end = at + 1;
  while (text.charCodeAt(end) === SPACE) end += 1;
  if (isClosed && plainEnd(text, end, separator) === end) {
    const content = unescaped(text.slice(start + 1, at), hasBackslashes);
    return { text: content, end, breaks, isLoose: false };
  }
  // The quotes belong to the text: "5 minutes" is wrong
  const rest = isClosed ? plainEnd(text, at + 1, separator) : text.length;
  return { text: text.slice(start, rest), end: rest, breaks, isLoose: true };
}

/** Returns where a quote closes, or the length of the text, and the number of line breaks before it. */
function closingQuote(text: string, start: number, hasBackslashes: boolean) {
  let breaks = 0;
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (code === QUOTE && next !== QUOTE) break;
    if (code === QUOTE || (code === BACKSLASH && hasBackslashes)) at += 1;
    else if (code === LF || (code === CR && next !== LF)) breaks += 1;
  }
  return { at: Math.min(at, text.length), breaks };
}

function unescaped(text: string, hasBackslashes: boolean): string {
  const single = text.includes('""') ? text.replaceAll('""', '"') : text;
  return hasBackslashes ? single.replace(/\\(["\\])/g, "$1") : single;
}
