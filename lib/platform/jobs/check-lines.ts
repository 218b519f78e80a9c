import "server-only";
import type { CheckProblem } from "../../contract/api/checks.ts";
import { removeControlSequences } from "../agent/output.ts";
import { type CheckContext, contextAfter, problemOn } from "./check-formats.ts";

/** Characters of a line that is read. No checker prints longer ones for people. */
const MAX_LINE = 2_000;
/** Characters and lines that are read, characters of problems that are kept of one run, and what each counts besides its text. */
const MAX_READ = 200_000_000;
const MAX_LINES = 500_000;
const MAX_KEPT = 5_000_000;
const EACH = 50;

/** Where commands may run, so that they name files relative to it. */
const STARTS = ["", "docs/", "content/", "src/"];

/** The problems that a run of a command names. */
export interface ReadProblems {
  problems: CheckProblem[];
  /** Whether it printed more than is kept. */
  isCut: boolean;
}

/**
 * Reads a checker's output while it comes, in the formats of check-formats.ts. Lines that aren't problems are skipped. The work
 * grows with the output alone, whatever it is.
 * @param options.folders where the files are, as the command may name it; full paths
 * @param options.isFile whether the files have a path
 */
export function createProblemReader(options: {
  folders: readonly string[];
  isFile: (path: string) => boolean;
}) {
  const read: ReadProblems = { problems: [], isCut: false };
  const streams = { stdout: createLines(), stderr: createLines() };
  const none: CheckContext = { file: null, previous: "" };
  const contexts = { stdout: none, stderr: none };
  const pathOf = (name: string) => pathIn(name, options);
  let kept = 0;
  let lines = 0;
  let size = 0;

  const readLine = (given: string, stream: keyof typeof streams) => {
    lines += 1;
    read.isCut ||= lines > MAX_LINES;
    const line = read.isCut ? "" : removeControlSequences(given).trimEnd();
    if (line === "") return;
    const found = problemOn(line, contexts[stream], pathOf);
    contexts[stream] = contextAfter(line, contexts[stream], pathOf);
    if (!found) return;
    const message = found.message.trim().replace(/\s+/g, " ");
    kept += found.file.length + message.length + EACH;
    if (kept > MAX_KEPT) read.isCut = true;
    else read.problems.push({ ...found, message });
  };
  return {
    /** @returns whether more would be read */
    push: (text: string, stream: keyof typeof streams): boolean => {
      size += text.length;
      read.isCut ||= size > MAX_READ;
      if (read.isCut) return false;
      for (const line of streams[stream].push(text)) readLine(line, stream);
      return !read.isCut;
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

/** Returns the path of a file that a command names, relative to the repository; null for what isn't one of its files. */
function pathIn(
  name: string,
  { folders, isFile }: Parameters<typeof createProblemReader>[0],
): string | null {
  const folder = folders.find((each) => name.startsWith(`${each}/`));
  const path = (folder ? name.slice(folder.length + 1) : name).replace(/^(?:\.\/){1,9}/, "");
  const start = STARTS.find((each) => isFile(each + path));
  return start === undefined ? null : start + path;
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
