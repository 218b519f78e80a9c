import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshRows } from "../../components/live/refresh-rows.ts";
import type { FeedbackRow, FeedbackRows } from "../../lib/contract/api/feedback.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { FIRST_PAGE, feedbackPages } from "../../lib/queries/feedback.ts";

const row = (id: string, status = "pending") => ({ id, status }) as FeedbackRow;
const page = (feedback: FeedbackRow[]): FeedbackRows => ({
  feedback,
  nextCursor: null,
  prevCursor: null,
  hasMore: false,
});

const options = feedbackPages("docs", NO_FILTERS);
let client: QueryClient;
let unsubscribe: () => void;

beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  show([row("a"), row("b")]);
  unsubscribe = new InfiniteQueryObserver(client, options).subscribe(() => undefined);
  // Someone reads: the keyboard is in the list.
  const element = { closest: () => element, dataset: { feedbackId: "a" } };
  vi.stubGlobal("document", {
    ...{ activeElement: element, documentElement: element },
    ...{ querySelector: () => element, querySelectorAll: () => [element] },
  });
});

afterEach(() => {
  unsubscribe();
  vi.unstubAllGlobals();
});

function show(feedback: FeedbackRow[]): void {
  client.setQueryData(options.queryKey, { pages: [page(feedback)], pageParams: [FIRST_PAGE] });
}

function shown(): string[] {
  const pages = client.getQueryData(options.queryKey)?.pages ?? [];
  return pages.flatMap(({ feedback }) => feedback.map(({ id, status }) => `${id} ${status}`));
}

test("rows that someone reads are updated in place", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json(page([row("new"), row("a"), row("b", "resolved")])),
  );
  await refreshRows(client, "docs");
  expect(shown()).toEqual(["a pending", "b resolved"]);
});

test("rows that were loaded while others are updated aren't replaced by older ones", async () => {
  const answers = [
    () => {
      // A decision was saved, and the list was loaded again, before this answer arrived.
      show([row("a", "dismissed"), row("b")]);
      return page([row("a"), row("b")]);
    },
    () => page([row("a", "dismissed"), row("b", "resolved")]),
  ];
  vi.stubGlobal("fetch", async () => Response.json(answers.shift()?.()));
  await refreshRows(client, "docs");
  expect(answers).toEqual([]);
  expect(shown()).toEqual(["a dismissed", "b resolved"]);
});
