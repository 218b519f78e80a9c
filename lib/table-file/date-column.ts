import { areDates, valuesIn } from "./column-values.ts";
import type { Table } from "./table.ts";

/** Words in the names of columns with the date of the feedback, and with other dates. */
const OF_FEEDBACK =
  /submi|creat|complet|respon|receiv|record|sent|stamp|original|added|posted|date|time|datum|zeit|when|wann|eingereicht|abgeschickt|erstellt|soumis|envoy|envi|fecha|data/i;
const OF_OTHERS =
  /updat|modif|edited|publish|birth|start|begin|due|expir|resolv|clos|delet|visit|seen|landed|review|stage|geändert|veröffent|geburt/i;
/** Words in the names of columns whose numbers are seconds or milliseconds. */
const OF_TIME = /at$|seconds?$|millis|_ms$/i;

/**
 * Finds the column with the date of the feedback. Without one of a known name, a column full of dates is it if it's the
 * only one whose name allows it.
 * @param named columns whose names say so, the likeliest first
 * @param names all columns that it can be
 * @returns the column, or those that can be meant if that isn't certain
 */
export function dateColumn(
  table: Table,
  named: readonly string[],
  names: readonly string[],
): { date: string | null; open: string[] } {
  const isFull = (name: string) => {
    const values = valuesIn(table, name);
    return (
      areDates(values) &&
      (OF_FEEDBACK.test(name) || OF_TIME.test(name) || values.some((text) => /\D/.test(text)))
    );
  };
  const certain = named.find(isFull);
  if (certain !== undefined) return { date: certain, open: [] };
  const filled = named.find((name) => valuesIn(table, name).length > 0);
  const found = names.filter(isFull);
  if (found.length === 0) return { date: filled ?? named[0] ?? null, open: [] };
  const likely = found.filter((name) => OF_FEEDBACK.test(name) && !OF_OTHERS.test(name));
  if (likely.length === 1 && filled === undefined) return { date: likely[0] ?? null, open: [] };
  return { date: null, open: filled === undefined ? found : [filled, ...found] };
}
