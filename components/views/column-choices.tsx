"use client";

import {
  COLUMN_WIDTH,
  HIDEABLE_COLUMNS,
  type HideableColumn,
  USUAL_WIDTHS,
} from "../../lib/contract/api/list-layouts.ts";
import type { ListLayout } from "../../lib/contract/api/views.ts";
import { withWidth } from "../app/list-layout.ts";
import { chooseLayout } from "./shown-layout.ts";

const COLUMN_NAMES: Record<HideableColumn, string> = {
  status: "Status",
  page: "Page",
  job: "Job",
  date: "Date",
};

/** Pixels that an arrow key adds to a column. */
const WIDTH_STEP_PX = 8;

/** Which columns the list has, and how wide they are. The edges of the list's header resize them as well. */
export function ColumnChoices({ layout }: { layout: ListLayout }) {
  const { hidden, widths } = layout;
  const toggle = (column: HideableColumn) => {
    const others = hidden.filter((name) => name !== column);
    const isHidden = others.length < hidden.length;
    chooseLayout({ ...layout, hidden: isHidden ? others : [...others, column] });
  };
  return (
    <fieldset className="flex flex-col">
      <legend className="px-2 pt-1 font-medium text-muted text-xs">Columns</legend>
      {HIDEABLE_COLUMNS.map((column) => (
        <div key={column} className="flex items-center gap-2 rounded pr-2 hover:bg-sunken">
          <label className="flex flex-1 cursor-pointer items-center gap-2 px-2 py-1">
            <input
              type="checkbox"
              checked={!hidden.includes(column)}
              onChange={() => toggle(column)}
              className="size-4"
            />
            {COLUMN_NAMES[column]}
          </label>
          {!hidden.includes(column) && (
            <input
              type="range"
              aria-label={`Width of ${COLUMN_NAMES[column]}`}
              {...COLUMN_WIDTH}
              step={WIDTH_STEP_PX}
              value={widths?.[column] ?? USUAL_WIDTHS[column]}
              onChange={({ target }) =>
                chooseLayout(withWidth(layout, column, target.valueAsNumber))
              }
              className="h-6 w-28 cursor-pointer"
            />
          )}
        </div>
      ))}
      <button
        type="button"
        // It keeps the focus when it was pressed.
        aria-disabled={!widths || undefined}
        onClick={() => widths && chooseLayout({ rows: layout.rows, hidden })}
        className="option"
      >
        Reset column widths
      </button>
    </fieldset>
  );
}
