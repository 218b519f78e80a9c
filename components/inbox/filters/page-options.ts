/** A suggestion of the page filter. */
export interface PageOption {
  /** The value of the filter: a page, or a prefix that ends in `*`. */
  value: string;
  /** The number of pages of a prefix; null for a page. */
  pages: number | null;
  /** The number of matching items of a page; null for a prefix. */
  items: number | null;
}

/** Returns what the typed path can mean: all pages that start with it, and each of these pages. */
export function pageOptions(
  prefix: string,
  found: { pages: readonly { page: string; total: number }[]; total: number },
): PageOption[] {
  const pages = found.pages.map(({ page, total }) => ({ value: page, pages: null, items: total }));
  if (prefix === "" || found.total < 2) return pages;
  return [{ value: `${prefix}*`, pages: found.total, items: null }, ...pages];
}

/**
 * Returns the index of the option that Enter takes before an arrow key moved: the page that was
 * typed in full, or else the first one. Nothing typed highlights nothing (-1).
 */
export function initialOption(options: readonly PageOption[], typed: string): number {
  if (typed === "" || options.length === 0) return -1;
  const exact = options.findIndex(({ value }) => withoutSlash(value) === withoutSlash(typed));
  return Math.max(0, exact);
}

function withoutSlash(path: string): string {
  return path.replace(/^\//, "");
}
