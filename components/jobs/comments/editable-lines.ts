import { REVIEW } from "../../../lib/contract/api/limits.ts";
import type { PullFile, PullHunk } from "../../../lib/contract/api/pull-request.ts";
import { commentedLines, lineNames } from "../../../lib/prompt/review-comments.ts";
import type { LineSpan } from "../changes/hunk-lines.tsx";

/** Lines of a file after the change. */
export interface EditableLines {
  /** "line 7" */
  name: string;
  line: number;
  lastLine: number;
  /** Their text as it is. */
  source: string;
}

/** Whether lines of a file can be committed: links and other repositories have none. */
export function hasLines({ kind }: PullFile): boolean {
  return kind === "file" || kind === "executable";
}

/** Returns what can be edited of a span of a hunk's lines; null unless the change added some of it. */
export function editableLines(
  file: PullFile,
  { lines }: PullHunk,
  { from, to }: LineSpan,
): EditableLines | null {
  const shown = lines.slice(from, to + 1).filter(({ newNumber }) => newNumber !== null);
  const sources = shown.map(({ source, text }) => (source === undefined ? text : source));
  const source = sources.join("\n");
  const canEdit = hasLines(file) && shown.some(({ kind }) => kind === "added");
  if (!canEdit || sources.includes(null) || source.length > REVIEW.edit) return null;
  const about = commentedLines(shown);
  const { line, lastLine } = about;
  return { name: lineNames(about), line, lastLine, source };
}
