/** The parameters of a page's URL. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** If a parameter occurs more than once, the first one counts, as in the browser. */
export function queryOf(params: SearchParams): URLSearchParams {
  const first = Object.entries(params).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value[0] : value;
    return text === undefined ? [] : [[name, text]];
  });
  return new URLSearchParams(first);
}
