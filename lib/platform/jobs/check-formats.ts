import "server-only";
import type { CheckProblem } from "../../contract/api/checks.ts";

/** State of the output so far that affects how the next line is read. */
export interface CheckContext {
  /** The file whose name is above. */
  file: string | null;
  /** The line before. */
  previous: string;
}

/** Returns the path of a file that a command names, relative to the repository; null for what isn't one of its files. */
type PathOf = (name: string) => string | null;

/** How checkers name a problem's file on its line, and where in it; without a line, it is about the file. */
const ON_LINE = [
  // `file:line: message` and `file:line:column: message`, also with a space in place of the last colon
  /^(?<file>[^:]{1,500}):(?<line>\d{1,7})(?::\d{1,7})?(?:-\d{1,7})?[: ](?<message>.*)$/,
  // `file(line,column): message`
  /^(?<file>[^(]{1,500})\((?<line>\d{1,7})(?:,\d{1,7}){0,3}\): ?(?<message>.*)$/,
  // `::error file=file,line=1::message`
  /^::(?:error|warning) file=(?<file>[^,:]{1,500})(?:,line=(?<line>\d{1,7}))?[^:]{0,100}::(?<message>.*)$/,
  // `(!) Found dead link ./gone in file guide.md`
  /^.{0,10}(?<message>Found dead link \S{1,500}) in file (?<file>\S{1,500})$/,
];
/** A line that says how bad it is, and names a file in quotes, with a place in them or after them. */
const LEVEL = /^\W{0,3}(?:error|warn)/i;
const IN_QUOTES =
  /["'`]([^"'`:]{1,500})(?::(\d{1,7})(?::\d{1,7})?)?["'`](?: \((\d{1,7}):\d{1,7}\))?/g;
const MAX_QUOTED = 5;
/**
 * `  line:column  message`, or `  [404] message` and the like, below a line with the file's name. markdown-link-check lists each
 * link twice, first without its status.
 */
const BELOW_FILE = [
  /^ {0,40}(?<line>\d{1,7}):\d{1,7}(?:-\d{1,7}:\d{1,7})? (?<message>.*)$/,
  /^(?: {0,40}\[(?:\d{3}|ERROR|TIMEOUT)\]| {1,40}\[✖\](?=.{1,900} → )| {1,40}[-*•⎿✖✗×]) (?<message>.*)$/,
];
const HEADING = /^\s{0,9}(?:FILE: |Errors in |\[)?(.{1,500}?)\]?:?$/;
/** `  --> file:line:column`, below a line with the message. */
const BELOW_MESSAGE = /^ {0,20}(?:-->|╭▸) (?<file>[^:]{1,500}):(?<line>\d{1,7}):\d{1,7}$/;
const INDENTED = /^ {2}/;

/** Returns the problem that a line of a checker's output names; null if it is none. */
export function problemOn(
  line: string,
  context: CheckContext,
  pathOf: PathOf,
): CheckProblem | null {
  const below = placeIn(BELOW_FILE, line);
  if (context.file !== null && below) return problemAt(context.file, below);
  const arrow = placeIn([BELOW_MESSAGE], line);
  const found = arrow ? { ...arrow, message: context.previous } : placeIn(ON_LINE, line);
  const file = found?.file === undefined ? null : pathOf(found.file);
  if (found && file !== null) return problemAt(file, found);
  return LEVEL.test(line) ? quotedProblem(line, pathOf) : null;
}

/** Returns the state after a line, which affects how the next one is read. */
export function contextAfter(line: string, { file }: CheckContext, pathOf: PathOf): CheckContext {
  // A message can go on in lines that are indented.
  const isBelow = file !== null && (INDENTED.test(line) || placeIn(BELOW_FILE, line) !== null);
  const heading = () => pathOf(HEADING.exec(line)?.[1] ?? "");
  return { file: isBelow ? file : heading(), previous: line };
}

interface NamedPlace {
  file?: string;
  line?: string;
  message?: string;
}

function placeIn(formats: readonly RegExp[], line: string): NamedPlace | null {
  for (const format of formats) {
    const found = format.exec(line);
    if (found) return { ...found.groups };
  }
  return null;
}

function problemAt(file: string, { line = "0", message = "" }: NamedPlace): CheckProblem {
  return { file, line: Number(line), message };
}

function quotedProblem(text: string, pathOf: PathOf): CheckProblem | null {
  const named = text.matchAll(IN_QUOTES).take(MAX_QUOTED);
  for (const [, name = "", inside, after] of named) {
    const file = pathOf(name);
    if (file !== null) return problemAt(file, { line: inside ?? after, message: text });
  }
  return null;
}
