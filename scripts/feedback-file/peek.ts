/** The start of a source, and all of it. */
export interface Peeked<T> {
  start: T[];
  all: AsyncGenerator<T, void>;
}

/**
 * Reads at least `length` bytes or characters ahead, unless the source is shorter. Reads the source once,
 * so that it may be a pipe.
 */
export async function peek<T extends { length: number }>(
  source: AsyncIterable<T>,
  length: number,
): Promise<Peeked<T>> {
  const rest = source[Symbol.asyncIterator]();
  const start: T[] = [];
  let ahead = 0;
  while (ahead < length) {
    const next = await rest.next();
    if (next.done) break;
    start.push(next.value);
    ahead += next.value.length;
  }
  return { start, all: joined([...start], rest) };
}

async function* joined<T>(start: T[], rest: AsyncIterator<T>): AsyncGenerator<T, void> {
  try {
    for (let part = start.shift(); part !== undefined; part = start.shift()) yield part;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
