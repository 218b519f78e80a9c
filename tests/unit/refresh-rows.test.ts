import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshRows } from "../../components/live/refresh-rows.ts";
import type { FeedbackRow, FeedbackRows } from "../../lib/contract/api/feedback.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import type { Decision } from "../../lib/item-fields/decision.ts";
import type { OutboxState } from "../../lib/outbox/outbox.ts";
import { FIRST_PAGE, feedbackPages } from "../../lib/queries/feedback.ts";

const row = (id: string, status = "pending") => ({ id, status }) as FeedbackRow;
const page = (feedback: FeedbackRow[]): FeedbackRows => ({
  feedback,
  nextCursor: null,
  prevCursor: null,
  hasMore: false,
});

const NOTHING_MADE: OutboxState<Decision> = {
  entries: [],
  waiting: [],
  confirmed: [],
  rejected: 0,
  obstacle: null,
  reason: null,
  onlyInMemory: false,
};
const UNDO: Decision = { kind: "undo", id: "1", of: "0", previous: {}, count: 1, madeAt: 0 };

/** The person's decisions, as the outbox has them. */
let decisions = NOTHING_MADE;
const listeners = new Set<() => void>();
const outbox = {
  state: () => decisions,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
function change(part: Partial<OutboxState<Decision>>): void {
  decisions = { ...decisions, ...part };
  for (const listener of listeners) listener();
}

const options = feedbackPages("docs", NO_FILTERS);
let client: QueryClient;
let stopping: AbortController;
let unsubscribe: () => void;

beforeEach(() => {
  client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  stopping = new AbortController();
  decisions = NOTHING_MADE;
  show([row("a"), row("b")]);
  unsubscribe = new InfiniteQueryObserver(client, options).subscribe(() => undefined);
  // Someone reads: the keyboard is in the list.
  const element = { closest: () => element, dataset: { feedbackId: "a" } };
  vi.stubGlobal("document", {
    activeElement: element,
    documentElement: element,
    querySelector: () => element,
    querySelectorAll: () => [element],
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
  await refreshRows(client, "docs", outbox, stopping.signal);
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
  await refreshRows(client, "docs", outbox, stopping.signal);
  expect(answers).toEqual([]);
  expect(shown()).toEqual(["a dismissed", "b resolved"]);
});

test("rows that were asked for before a decision was saved are asked for again afterwards", async () => {
  const answers = [
    () => {
      // The person has undone a change: `b` is back on the screen, and not yet on the server.
      change({ waiting: [UNDO] });
      setTimeout(() => change({ waiting: [], confirmed: [{ ...UNDO, confirmedAt: 1 }] }));
      return page([row("a")]);
    },
    () => page([row("a"), row("b", "in_progress")]),
  ];
  const waiting: number[] = [];
  vi.stubGlobal("fetch", async () => {
    waiting.push(decisions.waiting.length);
    return Response.json(answers.shift()?.());
  });
  await refreshRows(client, "docs", outbox, stopping.signal);
  expect(waiting).toEqual([0, 0]);
  expect(shown()).toEqual(["a pending", "b in_progress"]);
});

test("the wait for decisions that can't be saved ends when the page stops following the project", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  change({ waiting: [UNDO] });
  const refreshed = refreshRows(client, "docs", outbox, stopping.signal);
  await vi.waitFor(() => expect(listeners.size).toBe(1));
  stopping.abort();
  await refreshed;
  expect(listeners.size).toBe(0);
  expect(fetched).not.toHaveBeenCalled();
});

test("nothing more is loaded once the page stops following the project", async () => {
  const fetched = vi.fn(async () => {
    stopping.abort();
    change({});
    return Response.json(page([row("a", "resolved"), row("b")]));
  });
  vi.stubGlobal("fetch", fetched);
  await refreshRows(client, "docs", outbox, stopping.signal);
  expect(fetched).toHaveBeenCalledTimes(1);
});
