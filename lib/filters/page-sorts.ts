/** Orders of feedback by page. `rank`: what most needs work first; `page`: by name; else most first. */
export const PAGE_SORTS = ["rank", "negative", "open", "total", "last", "page"] as const;
export type PageSort = (typeof PAGE_SORTS)[number];

export function isPageSort(text: string): text is PageSort {
  return (PAGE_SORTS as readonly string[]).includes(text);
}
