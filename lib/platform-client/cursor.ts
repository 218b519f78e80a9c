import "server-only";

/**
 * Returns the cursor in `nextCursor`, which may also be a full URL with a `cursor` parameter. The
 * URL's host is never contacted (docs/contract/live-services.md, "Feedback export"). Null if none.
 */
export function cursorOf(nextCursor: string | null | undefined): string | null {
  if (!nextCursor) return null;
  if (!/^https?:\/\//i.test(nextCursor)) return nextCursor;
  return URL.parse(nextCursor)?.searchParams.get("cursor") || null;
}
