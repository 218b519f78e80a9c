import { createObservable } from "../../../lib/observable.ts";

/** Something to do with the selection as soon as it is known. */
export interface SelectionAction {
  /** What it does, such as "marking them as resolved". Null if it only changes the selection. */
  description: string | null;
  run: () => void;
  /**
   * Called instead of `run` if the selection never becomes known.
   * @param reason null if the person canceled
   */
  onCancel?: (reason: string | null) => void;
}

export interface SelectAllState {
  isLoading: boolean;
  /** The actions that run in order once the items are known. */
  next: readonly string[];
  /** Whether more items match than can be selected. */
  capped: boolean;
  /** Why the last attempt failed. */
  problem: string | null;
}

interface Matching {
  ids: readonly string[];
  capped: boolean;
}

export interface SelectAll {
  /** Loads the matching items. Does nothing while actions wait for an earlier attempt. */
  start(load: (signal: AbortSignal) => Promise<Matching>): void;
  /** Runs the action now, or in order after everything that waits for the items. */
  afterSelectionLoads(action: SelectionAction): void;
  /** Runs an action on other items: it waits only if earlier actions wait. */
  enqueue(action: SelectionAction): void;
  /** Stops loading, or clears the last attempt's result. */
  cancel(): void;
  state(): SelectAllState;
  subscribe(listener: () => void): () => void;
}

export const NOTHING_SELECTED: SelectAllState = {
  isLoading: false,
  next: [],
  capped: false,
  problem: null,
};

const NO_MATCH = "No items match the filters.";

/**
 * Selects all matching items. What someone does while they load applies to exactly these items, in
 * the same order, as if they had been known at once.
 * @param onFound selects the items; called before the waiting actions run
 */
export function createSelectAll(onFound: (ids: readonly string[]) => void): SelectAll {
  const { value: state, set, subscribe } = createObservable(NOTHING_SELECTED);
  let waiting: SelectionAction[] = [];
  let loading: AbortController | null = null;

  const cancelWaiting = (reason: string | null): void => {
    const dropped = waiting;
    waiting = [];
    for (const action of dropped) action.onCancel?.(reason);
  };

  const finish = ({ ids, capped }: Matching): void => {
    const actions = waiting;
    loading = null;
    set({ ...NOTHING_SELECTED, capped });
    if (ids.length === 0) {
      cancelWaiting(NO_MATCH);
      return;
    }
    waiting = [];
    onFound(ids);
    for (const action of actions) action.run();
  };

  const wait = (action: SelectionAction): void => {
    waiting.push(action);
    const next = waiting.flatMap(({ description }) => description ?? []);
    set({ ...state(), next });
  };

  return {
    start: (load) => {
      if (waiting.length > 0) return;
      loading?.abort();
      const current = new AbortController();
      loading = current;
      set({ ...NOTHING_SELECTED, isLoading: true });
      load(current.signal).then(
        (found) => current === loading && finish(found),
        (error: unknown) => {
          if (current !== loading) return;
          loading = null;
          const problem = error instanceof Error ? error.message : String(error);
          set({ ...NOTHING_SELECTED, problem });
          cancelWaiting(problem);
        },
      );
    },
    afterSelectionLoads: (action) => (loading ? wait(action) : action.run()),
    enqueue: (action) => (waiting.length > 0 ? wait(action) : action.run()),
    cancel: () => {
      loading?.abort();
      loading = null;
      set(NOTHING_SELECTED);
      cancelWaiting(null);
    },
    state,
    subscribe,
  };
}
