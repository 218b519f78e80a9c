import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { feedbackOn } from "../support/feedback-services.ts";

const ITEMS = 30;

/** Returns how often some work let others run, if each of its steps takes longer than it may without that. */
async function pausesDuring(work: () => Promise<unknown>): Promise<number> {
  let clock = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => (clock += 10));
  const yielding = vi.spyOn(timers, "setImmediate");
  syncBuiltinESMExports();
  try {
    await work();
    return yielding.mock.calls.length;
  } finally {
    now.mockRestore();
    yielding.mockRestore();
    syncBuiltinESMExports();
  }
}

test.each(engines)("long items are written and found one by one ($name)", async (engine) => {
  const store = await openTestStore(engine, "long-lists");
  onTestFinished(() => store.close());
  const entries = Array.from({ length: ITEMS }, (_, at) =>
    mirrored({
      id: `item-${at}`,
      comment: `${"A long comment. ".repeat(100)} zebra`,
      path: "/zoo",
    }),
  );
  const write = () =>
    store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, 1));
  expect(await pausesDuring(write)).toBeGreaterThanOrEqual(ITEMS);

  const feedback = feedbackOn(store);
  const filters = { ...NO_FILTERS, q: "zebra" };
  const read = () => feedback.page("docs", filters, { limit: ITEMS, cursor: null });
  expect(await pausesDuring(read)).toBeGreaterThanOrEqual(2 * ITEMS);
});
