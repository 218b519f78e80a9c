import "server-only";
import type { EditRequest } from "../../contract/api/review-comments.ts";
import { Conflict } from "../../errors.ts";
import { type HunkChange, type HunkOfFile, versionsOf, withContent } from "./change-hunk.ts";
import { gitBytes } from "./git.ts";
import { replaceLines } from "./replace-lines.ts";

const REFUSAL = "These lines can't be edited here. Ask the agent to change them instead.";

/** Gives lines of a hunk a new text. */
export function editing(seen: EditRequest): HunkChange {
  return {
    seen,
    title: "Edit",
    refusal: REFUSAL,
    fileOf: async (clone, range, found) => {
      const count = editedLines(found, seen);
      const { after } = await versionsOf(clone, range, found.file, REFUSAL);
      const bytes = await gitBytes(["cat-file", "blob", after.id], clone);
      const edited = replaceLines(bytes, { at: seen.line - 1, count }, seen.text);
      if (edited === null) {
        throw new Conflict(
          "The encoding of this file doesn't have all of these characters. Use others.",
        );
      }
      return withContent(clone, after, edited);
    },
  };
}

/** Returns how many lines are edited. @throws {Conflict} unless all of them are in the hunk, and the change has one of them */
function editedLines({ hunk }: HunkOfFile, { line, lastLine }: EditRequest): number {
  const lines = hunk.lines.filter(
    ({ newNumber }) => newNumber !== null && newNumber >= line && newNumber <= lastLine,
  );
  const isShown = lines.length > 0 && lines.length === lastLine - line + 1;
  const canEdit = lines.some(({ kind }) => kind === "added");
  if (!isShown || !canEdit || lines.some(({ source }) => source === null)) {
    throw new Conflict(REFUSAL);
  }
  return lines.length;
}
