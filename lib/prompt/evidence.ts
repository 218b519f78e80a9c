import type { Evidence } from "../contract/api/feedback.ts";

/** The evidence about one documentation page. */
export interface PageEvidence {
  page: string;
  entries: Evidence[];
}

/** Evidence by page: the page with most entries first, entries in the order they were given. */
export function byPage(entries: readonly Evidence[]): PageEvidence[] {
  const pages = [...Map.groupBy(entries, ({ page }) => page)];
  return pages
    .map(([page, group]) => ({ page, entries: group }))
    .sort((a, b) => b.entries.length - a.entries.length || (a.page < b.page ? -1 : 1));
}

/** Whether the entry says anything beyond having been counted. */
export function hasWords(entry: Evidence): boolean {
  return Boolean(entry.comment?.trim() || entry.code?.trim());
}

/** `3 entries: 2 not helpful, 1 code snippet` */
export function countsOf(entries: readonly Evidence[]): string {
  const kinds = [...Map.groupBy(entries, kindOf)];
  const named = kinds.map(([kind, group]) => `${group.length} ${kind}`);
  return `${plural(entries.length, "entry", "entries")}: ${named.join(", ")}`;
}

export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

function kindOf({ source, helpful }: Evidence): string {
  if (helpful === false) return "not helpful";
  if (helpful === true) return "helpful";
  if (source === "code_snippet") return "about a code snippet";
  if (source === "agent") return "from an AI agent";
  if (source === "thumbs_only") return "vote without a rating";
  return "of another kind";
}
