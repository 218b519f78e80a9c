import { expect, onTestFinished, test, vi } from "vitest";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { upsertFeedback } from "../../lib/store/feedback/write.ts";
import { engines, openTestStore } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { feedbackOn } from "../support/feedback-services.ts";

const ITEMS = 30;

/** Returns how often others had a turn during some work, each step of which takes longer than one may without a pause. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [clock, turns, isOver] = [0, 0, false];
  const now = vi.spyOn(performance, "now").mockImplementation(() => (clock += 10));
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    isOver = true;
    now.mockRestore();
  }
  return turns;
}

test("items that are long are written and found one after the other", async () => {
  // The other engine's answers are turns as well.
  const [engine] = engines;
  if (!engine) throw new Error("no engine");
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
  expect(await turnsDuring(write)).toBeGreaterThanOrEqual(ITEMS);

  const feedback = feedbackOn(store);
  const filters = { ...NO_FILTERS, q: "zebra" };
  const read = () => feedback.page("docs", filters, { limit: ITEMS, cursor: null });
  expect(await turnsDuring(read)).toBeGreaterThanOrEqual(2 * ITEMS);
});
