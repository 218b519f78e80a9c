import "server-only";
import { type RawBuilder, sql } from "kysely";

/** More than any second number. With it, the first one can be half a billion. */
const SCALE = 2 ** 24;

/**
 * Joins two whole numbers of each row of a group into one text: transferring thousands of rows takes longer than counting
 * them. A pair is one number there, as joining texts takes a database twice as long.
 * @param second less than 2^24, and not negative
 */
export function packIntPairs(
  first: RawBuilder<number>,
  second: RawBuilder<number>,
): RawBuilder<string> {
  return sql<string>`string_agg(cast(${first} * ${sql.lit(SCALE)} + ${second} as text), ' ')`;
}

/** Returns the pairs of `packIntPairs`, in any order. */
export function unpackIntPairs(text: string): [first: number, second: number][] {
  return text.split(" ").map((joined) => {
    const pair = Number(joined);
    const first = Math.floor(pair / SCALE);
    return [first, pair - first * SCALE];
  });
}
