import "server-only";
import type { Clock } from "../clock.ts";
import { PAGE_LIMIT } from "../contract/vocabulary.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { EXPORT_BUDGET, type RequestBudget } from "../platform-client/budget.ts";
import type { PlatformClient } from "../platform-client/client.ts";
import type { SyncState, SyncStore } from "../store/sync.ts";
import { nextDelay } from "./pacing.ts";
import { afterFailure, afterPage } from "./passes.ts";
import { readReceivedPage } from "./received-page.ts";

export interface PageReader {
  client: PlatformClient;
  sync: SyncStore;
  budget: RequestBudget;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

/**
 * Reads the page at which the project's mirror stands and commits it with what follows from it. A
 * failure becomes the project's state, too; only a store that keeps nothing makes this throw.
 * @param followed cursors that this pass has led to; kept up to date here
 * @param projects how many share the budget
 */
export async function readPage(
  reader: PageReader,
  projectId: string,
  at: SyncState,
  followed: Set<string>,
  projects: number,
): Promise<void> {
  const { client, sync, clock, log, signal } = reader;
  const observedAt = clock.now();
  const state = at.cursor === null ? { ...at, startedAt: observedAt } : at;
  if (state.cursor === null) followed.clear();
  const delay = async () => {
    const status = await reader.budget.status(EXPORT_BUDGET);
    return nextDelay({ now: clock.now(), status, projects });
  };
  try {
    const query = { limit: PAGE_LIMIT.maximum, cursor: state.cursor ?? undefined };
    const page = readReceivedPage(await client.listFeedback(projectId, query, signal));
    if (page.unreadable > 0) {
      log.warn({ projectId, unreadable: page.unreadable }, "entries without what is indispensable");
    }
    const repeated =
      page.nextCursor !== null &&
      (page.nextCursor === state.cursor || followed.has(page.nextCursor));
    const pause = await delay();
    const changes = await sync.commitPage(projectId, page.entries, observedAt, (committed) =>
      afterPage(state, { ...page, repeated }, committed, clock.now(), pause),
    );
    if (page.nextCursor !== null) followed.add(page.nextCursor);
    log.debug({ projectId, phase: state.phase, ...changes }, "page read");
  } catch (error) {
    if (signal.aborted) return;
    const why = error instanceof AppError ? { problem: error.message } : { err: error };
    log.warn({ projectId, phase: state.phase, ...why }, "page not read");
    await sync.write(projectId, afterFailure(state, error, clock.now(), await delay()));
  }
}
