import { Fragment, memo, type ReactNode, useMemo, useRef } from "react";
import type { PullLine } from "../../../lib/contract/api/pull-request.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useScheduledRows } from "../../ui/use-scheduled-rows.ts";
import { LINE_HEIGHT, lineRows } from "./line-rows.ts";

/** How lines are shown: below each other, or old beside new. */
export type DiffLayout = "inline" | "split";

const SIGN = { context: "", added: "+", removed: "−" } as const;
const NAME = { context: "", added: "added: ", removed: "removed: " } as const;
/** Lines of a table. The browser skips what is far from the screen, table by table. */
const LINES_PER_TABLE = 60;
/** Lines of all files that are there from the start: those on the first screen, if it's up to 1,400 pixels high. */
export const LINES_AT_ONCE = 50;

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

/** The rows of one table: how many, how many are above them in the hunk, and between which lines they are. */
interface Part {
  above: number;
  count: number;
  span: LineSpan;
}

/** Shows a hunk's lines, below each other or old beside new. */
export function HunkLines(props: {
  lines: readonly PullLine[];
  /** How many lines are above the hunk in the diff. */
  linesAbove: number;
  layout: DiffLayout;
  selected: LineSpan | null;
  /** Returns what to show below a line. */
  below: ReadonlyMap<number, ReactNode>;
}) {
  const { lines, linesAbove, selected, below } = props;
  const place = useRef<HTMLDivElement>(null);
  const shown = useScheduledRows(props.layout, lines.length, place, LINES_AT_ONCE - linesAbove);
  const layout = shown.value ?? props.layout;
  const breaks = [...below.keys()].toSorted((one, other) => one - other).join();
  const rows = useMemo(() => rowsOf(lines, layout), [lines, layout]);
  const parts = useMemo(() => partsOf(rows, breaks), [rows, breaks]);
  return (
    <div ref={place}>
      {parts.map(({ above, count, span }) => (
        <Fragment key={above}>
          <Table
            {...{ lines, rows, above, count, layout }}
            isShown={above < shown.rows}
            isNear={linesAbove + above < LINES_AT_ONCE}
            // Equal for tables that the selection doesn't touch.
            from={touches(selected, span) ? selected.from : undefined}
            to={touches(selected, span) ? selected.to : undefined}
          />
          {indexesOf(rows[above + count - 1]).map((line) => (
            <Fragment key={line}>{below.get(line)}</Fragment>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function rowsOf(lines: readonly PullLine[], layout: DiffLayout): Row[] {
  if (layout === "inline") return lines.map((_, index) => ({ before: index, after: index }));
  const indexes = new Map(lines.map((line, index) => [line, index]));
  return lineRows(lines).map(({ before, after }) => ({
    before: before && indexes.get(before),
    after: after && indexes.get(after),
  }));
}

/**
 * Splits rows into tables: each line with something below it ends one.
 * @param breaks comma-separated indexes of such lines
 */
function partsOf(rows: readonly Row[], breaks: string): Part[] {
  const ends = new Set(breaks === "" ? [] : breaks.split(",").map(Number));
  const parts: Part[] = [];
  let part: Part | null = null;
  for (const [above, row] of rows.entries()) {
    if (!part) {
      part = { above, count: 0, span: { from: Number.POSITIVE_INFINITY, to: -1 } };
      parts.push(part);
    }
    part.count += 1;
    const { from, to } = part.span;
    const indexes = indexesOf(row);
    part.span = { from: Math.min(from, ...indexes), to: Math.max(to, ...indexes) };
    const isOver = (above + 1) % LINES_PER_TABLE === 0;
    if (isOver || indexes.some((each) => ends.has(each))) part = null;
  }
  return parts;
}

const indexesOf = ({ before, after }: Row = {}) =>
  [...new Set([before, after])].filter((each) => each !== undefined);

const touches = (selected: LineSpan | null, { from, to }: LineSpan): selected is LineSpan =>
  selected !== null && selected.from <= to && selected.to >= from;

const Table = memo(function Table(props: {
  lines: readonly PullLine[];
  rows: readonly Row[];
  above: number;
  count: number;
  layout: DiffLayout;
  isShown: boolean;
  /** Whether it is on the first screen, where it must not move. */
  isNear: boolean;
  from: number | undefined;
  to: number | undefined;
}) {
  const { lines, rows, above, count, layout, isShown, isNear, from = 1, to = 0 } = props;
  const isSelected = (index?: number) =>
    (index !== undefined && index >= from && index <= to) || undefined;
  const height = `${count * LINE_HEIGHT}rem`;
  const row = layout === "split" ? splitRow : inlineRow;
  return (
    <div
      className="diff-part"
      data-near={isNear || undefined}
      style={{ containIntrinsicHeight: `auto ${height}`, minHeight: isShown ? undefined : height }}
    >
      {isShown && (
        <table className={layout === "split" ? "diff diff-split" : "diff"}>
          <tbody>
            {rows.slice(above, above + count).map((each) => row(each, lines, isSelected))}
          </tbody>
        </table>
      )}
    </div>
  );
});

// Functions instead of components are faster: a page of a diff has up to 1,200 lines.

type IsSelected = (index?: number) => true | undefined;

/** Renders the row of a line, which the keyboard can focus. */
function inlineRow({ before: index }: Row, lines: readonly PullLine[], isSelected: IsSelected) {
  const line = lines[index ?? 0];
  return (
    <tr
      key={index}
      data-kind={line?.kind}
      data-line={index}
      data-selected={isSelected(index)}
      tabIndex={-1}
    >
      <td>{line?.oldNumber}</td>
      <td>{line?.newNumber}</td>
      {textCell(line, {})}
    </tr>
  );
}

/** Renders a line beside the line that it became. The keyboard can focus each of them. */
function splitRow({ before, after }: Row, lines: readonly PullLine[], isSelected: IsSelected) {
  const old = before === undefined ? undefined : lines[before];
  const now = after === undefined ? undefined : lines[after];
  const [isOldSelected, isNowSelected] = [isSelected(before), isSelected(after)];
  return (
    <tr key={`${before}:${after}`}>
      <td data-kind={old?.kind} data-line={before} data-selected={isOldSelected}>
        {old?.oldNumber}
      </td>
      {textCell(old, { "data-line": before, "data-selected": isOldSelected })}
      <td data-kind={now?.kind} data-line={after} data-selected={isNowSelected}>
        {now?.newNumber}
      </td>
      {textCell(now, { "data-line": after, "data-selected": isNowSelected })}
    </tr>
  );
}

/** @param own attributes of a line that gets the focus itself, rather than its row */
function textCell(
  line: PullLine | undefined,
  own: { "data-line"?: number; "data-selected"?: true },
) {
  if (!line) return <td />;
  return (
    <td
      data-kind={line.kind}
      data-sign={SIGN[line.kind]}
      tabIndex={own["data-line"] === undefined ? undefined : -1}
      {...own}
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
