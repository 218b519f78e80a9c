import "server-only";
import { ContractMismatch } from "../errors.ts";

/**
 * The cursor that `nextCursor` carries: itself, or the `cursor` parameter of a full URL. The URL's
 * host is never followed (contract/observed.md, "Feedback export").
 * @throws {ContractMismatch} for a URL without a cursor
 */
export function cursorOf(nextCursor: string | null | undefined): string | null {
  if (!nextCursor) return null;
  if (!/^https?:\/\//i.test(nextCursor)) return nextCursor;
  const cursor = URL.parse(nextCursor)?.searchParams.get("cursor");
  if (!cursor) {
    throw new ContractMismatch(
      "The platform gave an address without a cursor for the next page. It is asked again later.",
    );
  }
  return cursor;
}
