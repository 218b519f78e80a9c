import "server-only";

/**
 * The cursor that `nextCursor` carries: itself, or the `cursor` parameter of a full URL, whose host
 * is never followed (contract/observed.md, "Feedback export"). Null where there is none.
 */
export function cursorOf(nextCursor: string | null | undefined): string | null {
  if (!nextCursor) return null;
  if (!/^https?:\/\//i.test(nextCursor)) return nextCursor;
  return URL.parse(nextCursor)?.searchParams.get("cursor") || null;
}
