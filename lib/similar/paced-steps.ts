import "server-only";
import type { StoreDatabase } from "../store/schema/schema.ts";
import { FIRST_LIMIT, type GroupingStep, indexSomeGroups } from "./index-groups.ts";
import { Lookahead } from "./lookahead.ts";

/** Maximum milliseconds that people's changes wait for a step, estimated from the step before. */
const MAX_LOCK_MS = 250;
const MIN_LIMIT = 50;
/** A step's items and the ones they are compared with are in memory together: about 20 MB. */
const MAX_LIMIT = 2_000;

/**
 * Returns a function that does the next step of grouping: larger steps take less time per item, so that each has as
 * many items as people's changes can wait for. Returns null when the queue is empty.
 */
export function createGroupingSteps({
  query,
  read,
}: StoreDatabase): () => Promise<GroupingStep | null> {
  const lookahead = new Lookahead(read);
  let limit = FIRST_LIMIT;
  return async () => {
    const step = await indexSomeGroups(query, limit, lookahead);
    if (step?.items === limit) limit = nextLimit(limit, step.lockedFor);
    return step;
  };
}

/** @param lockedFor milliseconds that a step of `limit` items took */
export function nextLimit(limit: number, lockedFor: number): number {
  const fitting = Math.floor((limit * MAX_LOCK_MS) / Math.max(lockedFor, 1));
  // A single quick step isn't enough to go by.
  return Math.max(MIN_LIMIT, Math.min(fitting, limit * 2, MAX_LIMIT));
}
