import { timeLeft } from "./setup/time-left.mjs";

/** Where progress is shown. */
export interface ProgressOutput {
  write(text: string): void;
  isTerminal: boolean;
  columns?: () => number | undefined;
  /** Milliseconds of a clock. */
  now?: () => number;
}

/** Milliseconds between two states of the line on a terminal, and between two lines of a log. */
const REDRAW = 250;
const LINE = 10_000;
/** Milliseconds that say enough about the speed. */
const KNOWN_SPEED = 2_000;

/**
 * Passes items on, and shows how many there were, how fast, and how much time is left: on a terminal a line that
 * changes and then disappears, else a line every ten seconds.
 * @param unit what is counted, such as `row`
 * @param share how much of the file was read, from 0 to 1; null if that isn't known
 */
export async function* withProgress<T>(
  items: AsyncIterable<T>,
  unit: string,
  share: () => number | null,
  { write, isTerminal, columns = () => undefined, now = Date.now }: ProgressOutput,
): AsyncGenerator<T> {
  const began = now();
  let shown = began;
  let count = 0;
  try {
    for await (const item of items) {
      yield item;
      count += 1;
      const time = now();
      if (time - shown < (isTerminal ? REDRAW : LINE)) continue;
      shown = time;
      const text = progressText({ count, unit, share: share(), elapsed: time - began });
      write(isTerminal ? `\r\x1b[K${text.slice(0, (columns() || 80) - 1)}` : `${text}\n`);
    }
  } finally {
    if (isTerminal && shown > began) write("\r\x1b[K");
  }
}

interface State {
  count: number;
  unit: string;
  share: number | null;
  /** In milliseconds. */
  elapsed: number;
}

/** `12,400 rows (41%), 1,030 per second, about 2 minutes left`. */
function progressText({ count, unit, share, elapsed }: State): string {
  const speed = Math.round((count * 1_000) / elapsed);
  const percent = share === null ? "" : ` (${Math.floor(share * 100)}%)`;
  const isKnown = share !== null && share > 0 && elapsed >= KNOWN_SPEED;
  return [
    `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}${percent}`,
    `${speed.toLocaleString("en")} per second`,
    ...(isKnown ? [timeLeft((elapsed * (1 - share)) / share / 1_000)] : []),
  ].join(", ");
}
