import {
  COLUMN_WIDTH,
  HIDEABLE_COLUMNS,
  type HideableColumn,
} from "../../lib/contract/api/list-layouts.ts";
import type { ListLayout } from "../../lib/contract/api/views.ts";

/** Has the layout that the person chose. The server renders it, so that no row moves. */
export const LAYOUT_COOKIE = "errata-list";

/** The document's attribute while the list has the open view's layout, and not the person's own. */
export const VIEW_LAYOUT = "data-view-layout";

/** Returns a layout as the words of `data-list`, which style sheets match: such as `comfortable no-job page-240`. */
export function layoutWords({ rows, hidden, widths }: ListLayout): string {
  return [
    rows,
    ...HIDEABLE_COLUMNS.flatMap((column) => (hidden.includes(column) ? `no-${column}` : [])),
    ...HIDEABLE_COLUMNS.flatMap((column) => {
      const width = widths?.[column];
      return width === undefined ? [] : `${column}-${width}`;
    }),
  ].join(" ");
}

/** Reads a layout and ignores unknown words. */
export function layoutOf(words = "comfortable"): ListLayout {
  const all = words.split(" ");
  const layout: ListLayout = {
    rows: all.includes("comfortable") ? "comfortable" : "compact",
    hidden: HIDEABLE_COLUMNS.filter((column) => all.includes(`no-${column}`)),
  };
  return HIDEABLE_COLUMNS.reduce((before, column) => {
    const width = all.find((word) => word.startsWith(`${column}-`))?.slice(column.length + 1) ?? "";
    return /^\d{1,4}$/.test(width) ? withWidth(before, column, Number(width)) : before;
  }, layout);
}

/** @param width in pixels; null for the usual one */
export function withWidth(
  { widths, ...layout }: ListLayout,
  column: HideableColumn,
  width: number | null,
): ListLayout {
  const { [column]: _, ...others } = widths ?? {};
  const { min, max } = COLUMN_WIDTH;
  const own = width === null ? {} : { [column]: Math.round(Math.min(Math.max(width, min), max)) };
  const all = { ...others, ...own };
  return Object.keys(all).length === 0 ? layout : { ...layout, widths: all };
}

/** Returns the style properties that set the widths of columns. A column without a width gets an empty value. */
export function widthProperties({ widths }: ListLayout): Record<`--width-${string}`, string> {
  return Object.fromEntries(
    HIDEABLE_COLUMNS.map((column) => {
      const width = widths?.[column];
      return [`--width-${column}`, width === undefined ? "" : `${width}px`];
    }),
  );
}
