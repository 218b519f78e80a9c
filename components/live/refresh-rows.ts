import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import type { FeedbackRows } from "../../lib/contract/api/feedback.ts";
import type { DecisionOutbox } from "../../lib/outbox/decision-outbox.ts";
import { fetchRows, type PageStart } from "../../lib/queries/feedback.ts";
import { shownList } from "../inbox/list/shown-list.ts";
import { mergeRows, newRows } from "./merge-rows.ts";

/** Tells which decisions the server may not have yet. */
type SavedState = Pick<DecisionOutbox, "state" | "subscribe">;

type Pages = InfiniteData<FeedbackRows, PageStart>;

/**
 * Loads the list's rows again, once every decision is saved. New rows appear at once, unless someone is
 * reading: then rows are updated in place, and new ones are offered.
 * @param stopped aborts the wait, and prevents further loading
 */
export async function refreshRows(
  client: QueryClient,
  projectId: string,
  outbox: SavedState,
  stopped: AbortSignal,
): Promise<void> {
  const queryKey = ["feedback", projectId, "rows"];
  // Lists of other filters load again when they are shown.
  void client.invalidateQueries({ queryKey, refetchType: "none" });
  const query: Query | undefined = client
    .getQueryCache()
    .find({ queryKey, exact: false, type: "active" });
  if (!query) return;
  // Queries that are still loading would overwrite the update.
  await query.promise?.catch(() => undefined);
  await everythingSaved(outbox, stopped);
  if (stopped.aborted) return;
  const list = query.state.data as Pages | undefined;
  const isReading = shownList.isReading || isTouched();
  if (list && isReading) return updateInPlace(client, projectId, query, outbox, stopped);
  shownList.offer([]);
  if (list?.pages[0]?.prevCursor === null) client.setQueryData(query.queryKey, firstPageOf(list));
  await client.refetchQueries({ queryKey: query.queryKey, exact: true });
}

/** The rest of the list loads again when it is scrolled to. */
function firstPageOf({ pages, pageParams }: Pages): Pages {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

/** Whether the list is scrolled, or the keyboard is in it. */
function isTouched(): boolean {
  const row = document.querySelector("[data-feedback-id]");
  const isFocused = document.activeElement?.closest("[data-feedback-id]") != null;
  return isFocused || (row?.closest("[role=grid]")?.scrollTop ?? 0) > 0;
}

async function updateInPlace(
  client: QueryClient,
  projectId: string,
  query: Query,
  outbox: SavedState,
  stopped: AbortSignal,
): Promise<void> {
  await everythingSaved(outbox, stopped);
  const { data, dataUpdateCount } = query.state;
  const decisions = outbox.state();
  // Without data, the list was restarted.
  if (data === undefined || stopped.aborted) return;
  const { pages, pageParams } = data as Pages;
  const filterKey = String(query.queryKey[3]);
  const visible = visibleIds();
  const fresh = new Map<string | null, FeedbackRows>();
  for (const [index, start] of pageParams.entries()) {
    const isFirst = start.cursor === null;
    const isVisible = pages[index]?.feedback.some(({ id }) => visible.has(id));
    if (isFirst || isVisible) fresh.set(start.cursor, await fetchRows(projectId, filterKey, start));
  }
  // Decisions and pages from the meantime may be newer than these rows.
  if (query.state.dataUpdateCount !== dataUpdateCount || outbox.state() !== decisions) {
    return updateInPlace(client, projectId, query, outbox, stopped);
  }
  const first = fresh.get(null);
  const loaded = new Set(pages.flatMap(({ feedback }) => feedback.map(({ id }) => id)));
  if (first) shownList.offer(newRows(loaded, first.feedback));
  client.setQueryData(
    query.queryKey,
    (list: Pages | undefined) =>
      list && {
        ...list,
        pages: list.pages.map((page, index) => {
          const update = fresh.get(list.pageParams[index]?.cursor ?? null);
          if (!update) return page;
          const isEnd = update.nextCursor === null;
          return { ...page, feedback: mergeRows(page.feedback, update.feedback, isEnd) };
        }),
      },
  );
}

/** The rows in the document, which are those near the viewport. */
function visibleIds(): Set<string> {
  const rows = document.querySelectorAll<HTMLElement>("[data-feedback-id]");
  return new Set([...rows].map((row) => row.dataset.feedbackId ?? ""));
}

/** Resolves once every decision is saved, or on `stopped`. Rows loaded earlier would undo a decision on screen. */
function everythingSaved(outbox: SavedState, stopped: AbortSignal): Promise<void> {
  const isSaved = () => outbox.state().waiting.length === 0;
  if (isSaved() || stopped.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      unsubscribe();
      stopped.removeEventListener("abort", finish);
      resolve();
    };
    const unsubscribe = outbox.subscribe(() => isSaved() && finish());
    stopped.addEventListener("abort", finish);
  });
}
