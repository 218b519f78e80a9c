import "server-only";

/** IDs, or rows of up to 60 columns, per statement: below either engine's limit of parameters. */
const PER_STATEMENT = 500;

/** Splits `items` into lists of at most `size`, so that a statement stays below parameter limits. */
export function chunks<T>(items: readonly T[], size = PER_STATEMENT): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Runs a query for `items` in chunks, one after the other, and returns the rows of all. */
export async function inChunks<T, Row>(
  items: readonly T[],
  rowsOf: (chunk: T[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chunk of chunks(items)) rows.push(...(await rowsOf(chunk)));
  return rows;
}
