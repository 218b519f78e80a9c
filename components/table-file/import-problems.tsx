import type { RejectedRow } from "../../lib/table-file/rejected-csv.ts";
import { counted } from "../../lib/text/counted.ts";

/** Reasons that are listed. */
const MAX_REASONS = 8;
/** Rows that are named for a reason. */
const MAX_ROWS = 5;

/** Says which rows of the whole file can't be imported, and why. Renders nothing without one. */
export function ImportProblems({ rejected }: { rejected: RejectedRow[] }) {
  if (rejected.length === 0) return null;
  const reasons = new Map<string, number[]>();
  for (const { row, reason } of rejected) {
    const kind = reason.replace(/^([^“]*“).*(?=”)/s, "$1…");
    const lines = reasons.get(kind) ?? [];
    lines.push(row.line);
    reasons.set(kind, lines);
  }
  const frequent = [...reasons].sort(([, a], [, b]) => b.length - a.length);
  const others = frequent.slice(MAX_REASONS).reduce((sum, [, lines]) => sum + lines.length, 0);
  const count = rejected.length;
  return (
    <div data-testid="import-problems">
      <p className="font-semibold">{counted(count, "row")} can't be imported</p>
      <ul className="list-disc pl-5">
        {frequent.slice(0, MAX_REASONS).map(([reason, lines]) => (
          <li key={reason} className="break-words">
            {rowNames(lines)} {lines.length > 1 ? plural(reason) : reason}
          </li>
        ))}
        {others > 0 && <li>{others.toLocaleString("en")} more for other reasons</li>}
      </ul>
    </div>
  );
}

function rowNames(lines: number[]): string {
  const named = lines.slice(0, MAX_ROWS).map((line) => line.toLocaleString("en"));
  const rest = lines.length - named.length;
  if (lines.length === 1) return `Row ${named[0]}`;
  if (rest > 0) return `Rows ${named.join(", ")}, and ${rest.toLocaleString("en")} more`;
  return `Rows ${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

function plural(reason: string): string {
  return reason
    .replace(/^has /, "have ")
    .replace(/^isn't /, "aren't ")
    .replace("so it isn't", "so they aren't");
}
