import "server-only";

/**
 * How many rows a list is asked for. Digits alone count: `1e2`, `0x10` and an empty text are no
 * numbers here.
 * @returns null where `text` is no whole number from 1 to `maximum`
 */
export function readLimit(
  text: string | null,
  bounds: { default: number; maximum: number },
): number | null {
  if (text === null) return bounds.default;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= bounds.maximum ? limit : null;
}
