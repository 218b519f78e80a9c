import type { Unsent, UnsentOutbox } from "../../lib/outbox/unsent-outbox.ts";
import { type UnsentSummary, unsentSummary } from "../../lib/outbox/unsent-summary.ts";
import { serverReachable } from "../../lib/queries/reachability.ts";

/** Milliseconds until entries are sent again that couldn't be saved. */
const RETRY_DELAY_MS = 5_000;

/** What each open outbox keeps. */
const summaries: (() => UnsentSummary)[] = [];

/**
 * Sends what an outbox keeps as soon as the server can be reached, and has the page count it.
 * @param addressOf returns where a rejected entry is shown
 */
export function sendWhenPossible<Entry extends Unsent>(
  outbox: UnsentOutbox<Entry>,
  addressOf: (entry: Entry) => string,
): void {
  let timer: ReturnType<typeof setTimeout>;
  const send = () => void outbox.flush();
  const follow = () => {
    unsentSummary.set(sumOf(summaries));
    clearTimeout(timer);
    const { obstacle } = outbox.state();
    if (obstacle !== null && obstacle !== "signed_out") timer = setTimeout(send, RETRY_DELAY_MS);
  };
  summaries.push(() => {
    const { entries, onlyInMemory, obstacle, reason } = outbox.state();
    const rejected = entries.filter(({ problem }) => problem !== null);
    return {
      count: entries.length - rejected.length,
      rejected: rejected.map(addressOf),
      onlyInMemory,
      obstacle,
      reason,
    };
  });
  outbox.subscribe(follow);
  serverReachable.subscribe(send);
  addEventListener("online", send);
  // The person may have signed in in another tab.
  addEventListener("focus", () => outbox.state().obstacle === "signed_out" && send());
  addEventListener("storage", ({ key }) => outbox.owns(key) && outbox.reload());
  follow();
  send();
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
