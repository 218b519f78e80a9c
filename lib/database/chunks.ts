import "server-only";

/** Splits `items` into lists of at most `size`, so that a statement stays below parameter limits. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
