import "server-only";
import type { CheckProblem } from "../../contract/api/checks.ts";
import { removeControlSequences } from "../agent/output.ts";

/** Characters of a line that is read. No checker prints longer ones for people. */
const MAX_LINE = 2_000;
/** Lines that are read, characters of problems that are kept of one run, and what each counts besides its text. */
const MAX_LINES = 500_000;
const MAX_KEPT = 5_000_000;
const EACH = 50;

/** `file:line: message` and `file:line:column: message`, also with a space in place of the last colon. */
const AT_LINE = /^([^:]{1,500}):(\d{1,7})(?::(\d{1,7}))?(?:-\d{1,7})?[: ](.*)$/;
/** `  line:column  message` below a line with the file's name. */
const BELOW_FILE = /^ {0,40}(\d{1,7}):\d{1,7}(?:-\d{1,7}:\d{1,7})? (.*)$/;

/** The problems that a run of a command names. */
export interface ReadProblems {
  problems: CheckProblem[];
  /** Whether it printed more than is kept. */
  isCut: boolean;
}

/**
 * Reads a checker's output while it comes: what Vale (`--output=line`), markdownlint, ESLint (`unix` and `stylish`), and
 * remark print. Lines that aren't problems are skipped. The work grows with the output alone, whatever it is.
 * @param options.folders where the files are, as the command may name it; full paths
 * @param options.isFile whether the files have a path
 */
export function createProblemReader(options: {
  folders: readonly string[];
  isFile: (path: string) => boolean;
}) {
  const read: ReadProblems = { problems: [], isCut: false };
  const streams = { stdout: createLines(), stderr: createLines() };
  const files: { stdout: string | null; stderr: string | null } = { stdout: null, stderr: null };
  let kept = 0;
  let lines = 0;

  const readLine = (given: string, stream: keyof typeof streams) => {
    lines += 1;
    read.isCut ||= lines > MAX_LINES;
    const line = read.isCut ? "" : removeControlSequences(given).trimEnd();
    if (line === "") return;
    const below = BELOW_FILE.exec(line);
    const file = files[stream];
    const found =
      below && file !== null
        ? { file, line: Number(below[1]), message: below[2] ?? "" }
        : problemOf(line, options);
    // A line that begins with a file's name and nothing else is a heading.
    if (!below) files[stream] = pathOf(line, options);
    if (!found) return;
    const message = found.message.trim().replace(/\s+/g, " ");
    kept += found.file.length + message.length + EACH;
    if (kept > MAX_KEPT) read.isCut = true;
    else read.problems.push({ ...found, message });
  };
  return {
    push: (text: string, stream: keyof typeof streams) => {
      for (const line of streams[stream].push(text)) readLine(line, stream);
    },
    /** Reads what has no line break at its end, and returns everything. */
    end: (): ReadProblems => {
      for (const stream of ["stdout", "stderr"] as const) {
        for (const line of streams[stream].push("\n")) readLine(line, stream);
      }
      return read;
    },
  };
}

type Place = Parameters<typeof createProblemReader>[0];

function problemOf(line: string, place: Place): CheckProblem | null {
  const [, name = "", number = "", , message = ""] = AT_LINE.exec(line) ?? [];
  const file = name === "" ? null : pathOf(name, place);
  return file === null ? null : { file, line: Number(number), message };
}

/** Returns the path of a file that a command names, relative to the repository; null for what isn't one of its files. */
function pathOf(name: string, { folders, isFile }: Place): string | null {
  const folder = folders.find((each) => name.startsWith(`${each}/`));
  const path = (folder ? name.slice(folder.length + 1) : name).replace(/^(?:\.\/){1,9}/, "");
  return isFile(path) ? path : null;
}

/** Splits text into lines, and leaves out those that are too long. */
function createLines() {
  let pending = "";
  let isTooLong = false;
  return {
    push: (text: string): string[] => {
      const lines: string[] = [];
      for (const [index, part] of text.split("\n").entries()) {
        if (index > 0) {
          if (!isTooLong) lines.push(pending);
          pending = "";
          isTooLong = false;
        }
        isTooLong ||= pending.length + part.length > MAX_LINE;
        pending = isTooLong ? "" : pending + part;
      }
      return lines;
    },
  };
}
