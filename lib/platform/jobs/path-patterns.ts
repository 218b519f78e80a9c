import "server-only";

/** Returns whether a path fits one of the patterns of contract/api/leash.ts, whatever the case of its letters. */
export function fitsAny(path: string, patterns: readonly string[]): boolean {
  const parts = path.toLowerCase().split("/");
  return patterns.some((pattern) => {
    const written = pattern.toLowerCase().split("/");
    const anywhere = written.length === 1 ? ["**", ...written] : written;
    return matches(parts, anywhere, "**", fitsName);
  });
}

function fitsName(name: string, pattern: string): boolean {
  return matches([...name], [...pattern], "*", (one, other) => one === other);
}

/**
 * Compares item by item; `any` stands for any number of items, also none. Goes back only to the last `any`, so that it
 * takes no longer than the product of both lengths.
 */
function matches(
  items: readonly string[],
  pattern: readonly string[],
  any: string,
  fits: (item: string, wanted: string) => boolean,
): boolean {
  let [at, next] = [0, 0];
  let last: { at: number; next: number } | null = null;
  while (at < items.length) {
    const wanted = pattern[next];
    if (wanted === any) {
      next += 1;
      last = { at, next };
    } else if (wanted !== undefined && fits(items[at] ?? "", wanted)) {
      at += 1;
      next += 1;
    } else if (last) {
      last.at += 1;
      ({ at, next } = last);
    } else {
      return false;
    }
  }
  return pattern.slice(next).every((wanted) => wanted === any);
}
