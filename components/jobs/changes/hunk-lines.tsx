import { Fragment, memo, type ReactNode, useMemo } from "react";
import type { PullLine } from "../../../lib/contract/api/pull-request.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { lineRows } from "./line-rows.ts";

/** How lines are shown: below each other, or old beside new. */
export type DiffLayout = "inline" | "split";

const SIGN = { context: "", added: "+", removed: "−" } as const;
const NAME = { context: "", added: "added: ", removed: "removed: " } as const;
/** Lines of a table. The browser skips what is far from the screen, table by table. */
const LINES_PER_TABLE = 100;

/** The first and the last of some lines, by their index in the hunk. */
export interface LineSpan {
  from: number;
  to: number;
}

/** Indexes of the lines in a row: the one before the change, and the one after it, which may be the same. */
interface Row {
  before?: number;
  after?: number;
}

/** A hunk's lines, below each other or as they were beside those that they became. */
export function HunkLines(props: {
  lines: readonly PullLine[];
  layout: DiffLayout;
  selected: LineSpan | null;
  /** What is shown below lines. */
  below: ReadonlyMap<number, ReactNode>;
}) {
  const { lines, layout, selected, below } = props;
  const breaks = [...below.keys()].toSorted((one, other) => one - other).join();
  const parts = useMemo(() => partsOf(rowsOf(lines, layout), breaks), [lines, layout, breaks]);
  return parts.map((rows, part) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a hunk's lines never change their order.
    <Fragment key={part}>
      <Part
        lines={lines}
        rows={rows}
        layout={layout}
        // Equal for parts that the selection doesn't touch.
        from={clipped(rows, selected)?.from}
        to={clipped(rows, selected)?.to}
      />
      {lastLines(rows).map((line) => (
        <Fragment key={line}>{below.get(line)}</Fragment>
      ))}
    </Fragment>
  ));
}

function rowsOf(lines: readonly PullLine[], layout: DiffLayout): Row[] {
  if (layout === "inline") return lines.map((_, index) => ({ before: index, after: index }));
  const indexes = new Map(lines.map((line, index) => [line, index]));
  return lineRows(lines).map(({ before, after }) => ({
    before: before && indexes.get(before),
    after: after && indexes.get(after),
  }));
}

/** Ends a table after each line with something below it. @param breaks indexes of such lines, with commas */
function partsOf(rows: readonly Row[], breaks: string): Row[][] {
  const ends = new Set(breaks.split(",").map(Number));
  const parts: Row[][] = [[]];
  for (const row of rows) {
    const current = parts.at(-1);
    const last = current?.at(-1);
    const isOver =
      last !== undefined && breaks !== "" && indexesOf(last).some((each) => ends.has(each));
    if (isOver || current?.length === LINES_PER_TABLE) parts.push([row]);
    else current?.push(row);
  }
  return parts;
}

const indexesOf = ({ before, after }: Row) =>
  [...new Set([before, after])].filter((each) => each !== undefined);

const lastLines = (rows: readonly Row[]) => indexesOf(rows.at(-1) ?? {});

function clipped(rows: readonly Row[], selected: LineSpan | null): LineSpan | null {
  if (!selected) return null;
  const indexes = rows.flatMap(indexesOf);
  const isHere = indexes.some((each) => each >= selected.from && each <= selected.to);
  return isHere ? selected : null;
}

const Part = memo(function Part(props: {
  lines: readonly PullLine[];
  rows: readonly Row[];
  layout: DiffLayout;
  from: number | undefined;
  to: number | undefined;
}) {
  const { lines, rows, layout, from = 1, to = 0 } = props;
  const isSelected = (index?: number) =>
    (index !== undefined && index >= from && index <= to) || undefined;
  const cells = (index: number | undefined, side: "oldNumber" | "newNumber") => {
    const line = index === undefined ? undefined : lines[index];
    return (
      <>
        <td data-kind={line?.kind} data-line={index} data-selected={isSelected(index)}>
          {line?.[side]}
        </td>
        <Text line={line} index={index} isSelected={isSelected(index)} />
      </>
    );
  };
  return (
    <div className="diff-part">
      <table className={layout === "split" ? "diff diff-split" : "diff"}>
        <tbody>
          {rows.map(({ before, after }) =>
            layout === "split" ? (
              <tr key={`${before}:${after}`}>
                {cells(before, "oldNumber")}
                {cells(after, "newNumber")}
              </tr>
            ) : (
              <InlineRow
                key={before}
                line={lines[before ?? 0]}
                index={before}
                isSelected={isSelected(before)}
              />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
});

/** The row of a line, which keys lead to. */
function InlineRow(props: {
  line: PullLine | undefined;
  index: number | undefined;
  isSelected: true | undefined;
}) {
  const { line, index, isSelected } = props;
  return (
    <tr data-kind={line?.kind} data-line={index} data-selected={isSelected} tabIndex={-1}>
      <td>{line?.oldNumber}</td>
      <td>{line?.newNumber}</td>
      <Text line={line} />
    </tr>
  );
}

/** @param props.index of a line that is focused by itself, and not with its row */
function Text(props: { line: PullLine | undefined; index?: number; isSelected?: true }) {
  const { line, index, isSelected } = props;
  if (!line) return <td />;
  return (
    <td
      data-kind={line.kind}
      data-sign={SIGN[line.kind]}
      data-line={index}
      data-selected={isSelected}
      tabIndex={index === undefined ? undefined : -1}
    >
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
