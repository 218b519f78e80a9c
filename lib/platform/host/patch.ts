import "server-only";

import type { PullFile, PullHunk, PullLine } from "../../contract/api/pull-request.ts";

const SECTION = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

const NO_NEWLINE = "\\ No newline at end of file";
/** Without it, a change of the last line break shows two equal lines. */
const NO_NEWLINE_MARK = " (no newline at end of file)";

/** Characters of a line that are shown. */
const MAX_LINE = 2_000;

/**
 * Parses the hunks of one file in a patch, up to the limits. Long lines end with an ellipsis.
 * @param lines starting with `diff --git`
 */
export function parseHunks(
  path: string,
  lines: readonly string[],
  limit: { lines: number; characters: number },
): { hunks: PullHunk[]; cut: boolean } {
  const hunks: PullHunk[] = [];
  const showReturns = changesReturns(lines);
  const showLastBreak = changesLastBreak(lines);
  let numbers = { old: 0, new: 0 };
  let taken = 0;
  let characters = 0;
  for (const line of lines) {
    const section = SECTION.exec(line);
    if (section) {
      numbers = { old: Number(section[1]), new: Number(section[2]) };
      hunks.push({ id: `${path} ${section[0]}`, header: shorten(line), lines: [] });
      continue;
    }
    const last = hunks.at(-1)?.lines.at(-1);
    const isMarked = showLastBreak && last !== undefined && last.kind !== "context";
    if (isMarked && line.startsWith(NO_NEWLINE)) {
      last.source ??= sourceOf(last.text);
      last.text += NO_NEWLINE_MARK;
    }
    const read = hunks.length > 0 ? parseLine(line, numbers) : null;
    if (!read) continue;
    const text = shorten(read.text.replace(/\r$/, showReturns ? "␍" : ""));
    if (taken === limit.lines || characters + text.length > limit.characters)
      return { hunks, cut: true };
    const source = sourceOf(read.text.replace(/\r$/, ""));
    hunks.at(-1)?.lines.push({ ...read, text, ...(source === text ? {} : { source }) });
    taken += 1;
    characters += text.length;
  }
  return { hunks, cut: false };
}

/** Whether carriage returns are added or removed. They are shown only then. */
function changesReturns(lines: readonly string[]): boolean {
  const { removed, added } = changedLines(lines);
  if (removed.length === 0 || added.length === 0) return false;
  const hasReturn = (line: string) => line.endsWith("\r");
  return removed.some(hasReturn) !== added.some(hasReturn);
}

/** Whether a file gains or loses its last line break. A symbolic link never has one. */
function changesLastBreak(lines: readonly string[]): boolean {
  const { removed, added } = changedLines(lines);
  const missing = lines.filter((line) => line.startsWith(NO_NEWLINE)).length;
  const isLink = lines.some((line) => line === "new file mode 120000");
  return missing === 1 && removed.length > 0 && added.length > 0 && !isLink;
}

function changedLines(lines: readonly string[]): { removed: string[]; added: string[] } {
  return {
    removed: lines.filter((line) => /^-(?!--)/.test(line)),
    added: lines.filter((line) => /^\+(?!\+\+)/.test(line)),
  };
}

function shorten(text: string): string {
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text;
}

/** Returns a line as a text field can have it; null if it's too long, or has a carriage return, which would end a line there. */
function sourceOf(line: string): string | null {
  return line.length > MAX_LINE || line.includes("\r") ? null : line;
}

function parseLine(line: string, numbers: { old: number; new: number }): PullLine | null {
  const text = line.slice(1);
  const oldNumber = numbers.old;
  const newNumber = numbers.new;
  if (line.startsWith(" ")) {
    numbers.old += 1;
    numbers.new += 1;
    return { kind: "context", text, oldNumber, newNumber };
  }
  if (line.startsWith("-")) {
    numbers.old += 1;
    return { kind: "removed", text, oldNumber, newNumber: null };
  }
  if (line.startsWith("+")) {
    numbers.new += 1;
    return { kind: "added", text, oldNumber: null, newNumber };
  }
  return null;
}

const FILE = "diff --git ";

/**
 * Splits a patch into one section per file. Content lines never start with `diff`. A file that became
 * a symbolic link has two consecutive sections, which are kept together.
 */
export function splitPatch(patch: string): string[] {
  const sections: string[] = [];
  let header = "";
  for (let start = 0; start < patch.length; ) {
    const next = patch.indexOf(`\n${FILE}`, start);
    const end = next === -1 ? patch.length : next + 1;
    const section = patch.slice(start, end);
    const [own = ""] = firstLines(section, 1);
    if (own === header) sections.push(`${sections.pop()}${section}`);
    else sections.push(section);
    header = own;
    start = end;
  }
  return sections;
}

/** Returns the first lines of a text. */
export function firstLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length && lines.length < most; ) {
    const next = text.indexOf("\n", start);
    const end = next === -1 ? text.length : next;
    lines.push(text.slice(start, end));
    start = end + 1;
  }
  return lines;
}

/** Parses the output of `git diff --raw --numstat -z`, in the order of the patch. */
export function parseFileList(listing: string): Omit<PullFile, "hunks" | "cut">[] {
  const fields = listing.split("\0");
  const changes: Pick<PullFile, "status" | "kind" | "oldKind" | "version">[] = [];
  const files: Omit<PullFile, "hunks" | "cut">[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    if (field.startsWith(":")) {
      const [before = "", after = "", old, now, letter = "M"] = field.slice(1).split(" ");
      const status = statusOf(letter);
      const [oldKind, newKind] = [kindOf(before), kindOf(after)];
      const kind = status === "deleted" ? oldKind : newKind;
      const became = status === "added" || oldKind === kind ? {} : { oldKind };
      changes.push({ status, kind, ...became, version: `${old}..${now}` });
      at += /^[RC]/.test(letter) ? 2 : 1;
      continue;
    }
    const counts = /^(-|\d+)\t(-|\d+)\t(.*)$/s.exec(field);
    if (!counts) continue;
    const [, additions = "-", deletions = "-", path = ""] = counts;
    const renamed = path === "";
    files.push({
      path: renamed ? (fields[at + 2] ?? "") : path,
      ...(renamed ? { oldPath: fields[at + 1] ?? "" } : {}),
      ...(changes[files.length] ?? { status: "modified", kind: "file", version: "" }),
      additions: additions === "-" ? 0 : Number(additions),
      deletions: deletions === "-" ? 0 : Number(deletions),
      binary: additions === "-",
    });
    if (renamed) at += 2;
  }
  return files;
}

/** Maps a git file mode. */
function kindOf(mode: string): PullFile["kind"] {
  if (mode === "120000") return "symlink";
  if (mode === "160000") return "submodule";
  return mode === "100755" ? "executable" : "file";
}

function statusOf(letter: string): PullFile["status"] {
  if (letter.startsWith("A")) return "added";
  if (letter.startsWith("D")) return "deleted";
  return letter.startsWith("R") ? "renamed" : "modified";
}
