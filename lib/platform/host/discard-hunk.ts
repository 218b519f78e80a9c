import "server-only";
import type { PullHunk } from "../../contract/api/pull-request.ts";
import type { SeenHunk } from "../../contract/api/review-comments.ts";
import { Conflict } from "../../errors.ts";
import { HUNK_HEADER, type HunkChange, versionsOf, withContent } from "./change-hunk.ts";
import { isAbsent } from "./changed-files.ts";
import type { Clone } from "./clone.ts";
import { gitBytes } from "./git.ts";

const REFUSAL = "This change can't be discarded alone. Ask the agent to undo it instead.";

/** Where a hunk is before and after the change: how many lines, and the index of the first. */
interface Place {
  before: { at: number; count: number };
  after: { at: number; count: number };
}

/** Restores the lines of a hunk as they were before the pull request. */
export function discarding(seen: SeenHunk): HunkChange {
  return {
    seen,
    title: "Discard a change of",
    refusal: REFUSAL,
    fileOf: async (clone, range, { file, hunk }) => {
      const place = placeOf(hunk);
      if (!isWhole(hunk, place)) {
        throw new Conflict(
          "This change is too long to show in full, so it can't be discarded here.",
        );
      }
      const { before, after } = await versionsOf(clone, range, file, REFUSAL);
      if (isAbsent(before.oldMode) || isAbsent(after.mode)) return after;
      const [old, now] = await Promise.all([
        linesOf(clone, before.oldId),
        linesOf(clone, after.id),
      ]);
      const kept = old.slice(place.before.at, place.before.at + place.before.count);
      const lines = now.toSpliced(place.after.at, place.after.count, ...kept);
      return withContent(clone, after, Buffer.from(lines.join(""), "latin1"));
    },
  };
}

/** Returns a file's lines with their ends. Each character is a byte. */
async function linesOf(clone: Clone, id: string): Promise<string[]> {
  const bytes = await gitBytes(["cat-file", "blob", id], clone);
  return bytes.toString("latin1").split(/(?<=\n)/);
}

function placeOf({ header }: PullHunk): Place {
  const [, oldStart, oldCount = "1", newStart, newCount = "1"] = HUNK_HEADER.exec(header) ?? [];
  const side = (start: number, count: number) => ({ at: count === 0 ? start : start - 1, count });
  return {
    before: side(Number(oldStart), Number(oldCount)),
    after: side(Number(newStart), Number(newCount)),
  };
}

/** Whether the diff shows it in full. */
function isWhole({ lines }: PullHunk, { before, after }: Place): boolean {
  const count = (kind: "removed" | "added") =>
    lines.filter((line) => line.kind === kind || line.kind === "context").length;
  return count("removed") === before.count && count("added") === after.count;
}
