import { areAddresses, areSlugs, valuesIn } from "./column-values.ts";
import type { Table } from "./table.ts";

/** Names of columns with addresses of something else than the page. */
const NO_PAGES =
  /referr|referer|screenshot|image|avatar|repo|api|callback|endpoint|endpunkt|ticket|issue/i;

/**
 * Finds the column whose values are the pages: addresses and paths before words, and the likely names first. Titles of
 * pages and addresses of the rows themselves, such as `https://tool.example/responses/62` of row 62, aren't pages.
 * @param likely columns whose names say so, the likeliest first
 * @param others further columns
 * @param id the column with the rows' IDs
 * @returns the column, or those that can be meant if that isn't certain
 */
export function pageColumn(
  table: Table,
  likely: readonly string[],
  others: readonly string[],
  id: string | null,
): { page: string | null; open: string[] } {
  const ids = id === null ? [] : valuesIn(table, id);
  const isAddressed = (name: string) => {
    const values = valuesIn(table, name);
    return areAddresses(values) && !areAddressesOfRows(values, ids);
  };
  const certain = likely.find(isAddressed);
  if (certain !== undefined) return { page: certain, open: [] };
  const found = others.filter(isAddressed);
  const pages = found.filter((name) => !NO_PAGES.test(name));
  if (pages.length === 1) return { page: pages[0] ?? null, open: [] };
  const filled = likely.filter((name) => valuesIn(table, name).length > 0);
  const slugs = filled.find((name) => areSlugs(valuesIn(table, name)));
  if (found.length === 0 && slugs !== undefined) return { page: slugs, open: [] };
  const open = [...found, ...filled];
  return open.length > 0 ? { page: null, open } : { page: likely[0] ?? null, open };
}

function areAddressesOfRows(values: readonly string[], ids: readonly string[]): boolean {
  return (
    values.length > 1 &&
    values.length === ids.length &&
    new Set(values).size === values.length &&
    values.every((address, at) => address.split(/[/?#=.]/).includes(ids[at] ?? ""))
  );
}
