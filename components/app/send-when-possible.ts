import type { Outbox } from "../../lib/outbox/outbox.ts";
import type { Unsent } from "../../lib/outbox/unsent-outboxes.ts";
import { type UnsentSummary, unsentSummary } from "../../lib/outbox/unsent-summary.ts";
import { followBrowser } from "./outbox.tsx";

/** Summaries of the open outboxes. */
const summaries: (() => UnsentSummary)[] = [];

/**
 * Sends what an outbox keeps as soon as the server can be reached, and has the page count it.
 * @param addressOf returns where a rejected entry is shown
 */
export function sendWhenPossible<Entry extends Unsent>(
  outbox: Outbox<Entry>,
  addressOf: (entry: Entry) => string,
): void {
  const sum = () => unsentSummary.set(sumOf(summaries));
  summaries.push(() => {
    const { entries, waiting, onlyInMemory, obstacle, reason } = outbox.state();
    const rejected = entries.filter(({ problem }) => problem !== null).map(addressOf);
    return { count: waiting.length, rejected, onlyInMemory, obstacle, reason };
  });
  outbox.subscribe(sum);
  sum();
  followBrowser(outbox);
}

function sumOf(unsent: (() => UnsentSummary)[]): UnsentSummary {
  const all = unsent.map((summary) => summary());
  const blocked = all.find(({ obstacle }) => obstacle !== null);
  return {
    count: all.reduce((count, one) => count + one.count, 0),
    rejected: all.flatMap(({ rejected }) => rejected),
    onlyInMemory: all.some(({ onlyInMemory }) => onlyInMemory),
    obstacle: blocked?.obstacle ?? null,
    reason: blocked?.reason ?? null,
  };
}
