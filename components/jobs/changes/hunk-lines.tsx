import type { ReactNode } from "react";
import type { PullLine } from "../../../lib/contract/api/pull-request.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { lineRows } from "./line-rows.ts";

const SIGN = { context: "", added: "+", removed: "−" } as const;
const NAME = { context: "", added: "added: ", removed: "removed: " } as const;
/** Lines of a table. The browser skips what is far from the screen, table by table. */
const LINES_PER_TABLE = 100;

/** A hunk's lines below each other. */
export function InlineLines({ lines }: { lines: readonly PullLine[] }) {
  return inTables(lines, "diff", (line) => (
    <tr key={`${line.oldNumber}:${line.newNumber}`} data-kind={line.kind}>
      <td>{line.oldNumber}</td>
      <td>{line.newNumber}</td>
      <Text line={line} />
    </tr>
  ));
}

/** A hunk's lines as they were beside those that they became. */
export function SplitLines({ lines }: { lines: readonly PullLine[] }) {
  return inTables(lineRows(lines), "diff diff-split", ({ before, after }) => (
    <tr key={`${before?.oldNumber}:${after?.newNumber}`}>
      <td data-kind={before?.kind}>{before?.oldNumber}</td>
      <Text line={before} />
      <td data-kind={after?.kind}>{after?.newNumber}</td>
      <Text line={after} />
    </tr>
  ));
}

function inTables<Row>(rows: readonly Row[], className: string, row: (row: Row) => ReactNode) {
  const parts = Math.ceil(rows.length / LINES_PER_TABLE);
  return Array.from({ length: parts }, (_, part) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a hunk's lines never change their order.
    <div key={part} className="diff-part">
      <table className={className}>
        <tbody>{rows.slice(part * LINES_PER_TABLE, (part + 1) * LINES_PER_TABLE).map(row)}</tbody>
      </table>
    </div>
  ));
}

function Text({ line }: { line: PullLine | undefined }) {
  if (!line) return <td />;
  return (
    <td data-kind={line.kind} data-sign={SIGN[line.kind]}>
      {NAME[line.kind] && <span className="sr-only">{NAME[line.kind]}</span>}
      {line.marks ? markedText(line.text, line.marks) : displayable(line.text)}
    </td>
  );
}

function markedText(text: string, marks: readonly (readonly [number, number])[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(displayable(text.slice(at, from)));
    parts.push(<mark key={from}>{displayable(text.slice(from, to))}</mark>);
    at = to;
  }
  return [...parts, displayable(text.slice(at))];
}
