import { HIDEABLE_COLUMNS } from "../../lib/contract/api/list-layouts.ts";
import type { ListLayout } from "../../lib/contract/api/views.ts";

/** Has the layout that the person chose. The server renders it, so that no row moves. */
export const LAYOUT_COOKIE = "errata-list";

/** Returns a layout as the words of `data-list`, which style sheets match; empty for compact rows with all columns. */
export function layoutWords({ rows, hidden }: ListLayout): string {
  const columns = HIDEABLE_COLUMNS.filter((column) => hidden.includes(column));
  return [...(rows === "compact" ? [] : [rows]), ...columns.map((name) => `no-${name}`)].join(" ");
}

/** Reads a layout and ignores unknown words. */
export function layoutOf(words = ""): ListLayout {
  const all = words.split(" ");
  return {
    rows: all.includes("comfortable") ? "comfortable" : "compact",
    hidden: HIDEABLE_COLUMNS.filter((column) => all.includes(`no-${column}`)),
  };
}
