"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { valuesAfter } from "../../../lib/item-fields/values-after.ts";
import { matchingIds } from "../../../lib/queries/feedback.ts";
import { useOutbox } from "../../app/outbox.tsx";
import { BEFORE_RELOAD } from "../../app/reload-page.ts";
import { useSession } from "../../app/session.tsx";
import { useWarningBeforeUnload } from "../../app/warning-before-unload.ts";
import { createSelectAll, NOTHING_SELECTED } from "./select-all.ts";
import {
  EMPTY_SELECTION,
  extendRange,
  type SelectableRows,
  type SelectionState,
  selectIds,
  toggleRow,
} from "./selection-state.ts";
import { isStillListed } from "./unsaved-values.ts";

type ChangeSelection = (update: (before: SelectionState) => SelectionState) => void;

/** Selections by project, kept while the person visits other pages. */
const savedSelections = new Map<string, ReadonlySet<string>>();

/**
 * The selected items, by ID, so that the selection survives scrolling and filtering.
 * @param isPossible false if the person has no permission to use a selection
 */
export function useSelection(projectId: string, filters: FeedbackFilters, isPossible: boolean) {
  const [state, setState] = useState(() => selectIds(savedSelections.get(projectId) ?? []));
  const current = useRef(state);
  // Actions that wait for "select all" call this too, even after the person left the inbox.
  const change = useCallback<ChangeSelection>(
    (update) => {
      current.current = update(current.current);
      savedSelections.set(projectId, current.current.ids);
      setState(current.current);
    },
    [projectId],
  );
  useKeptSelection(projectId, change);
  const [all] = useState(() => createSelectAll((found) => change(() => selectIds(found))));
  const { isLoading, next, capped, problem } = useSyncExternalStore(
    all.subscribe,
    all.state,
    () => NOTHING_SELECTED,
  );
  useWarningBeforeUnload(next.length > 0);
  const loadMatching = useLoadMatching(projectId, filters);
  const selectAll = useCallback(() => all.start(loadMatching), [all, loadMatching]);

  const { toggle, extendTo, clear, restore } = useChanges(all, change, isPossible);
  const { ids } = state;
  return useMemo(
    () => ({
      ids,
      isPossible,
      /** Whether the items to select are still loading. */
      isLoading,
      /** The actions that wait for the items. */
      next,
      /** Whether more items match than can be selected. */
      capped,
      problem,
      /** Returns the selected items as of now, also while an action runs. */
      currentIds: () => current.current.ids,
      afterSelectionLoads: all.afterSelectionLoads,
      enqueue: all.enqueue,
      toggle,
      extendTo,
      selectAll,
      clear,
      restore,
    }),
    [
      ids,
      isPossible,
      isLoading,
      next,
      capped,
      problem,
      all,
      toggle,
      extendTo,
      selectAll,
      clear,
      restore,
    ],
  );
}

/** Actions on the selection. They wait for "select all" while it loads. */
function useChanges(
  all: ReturnType<typeof createSelectAll>,
  change: ChangeSelection,
  isPossible: boolean,
) {
  const update = useCallback(
    (change: () => void) => {
      if (!all.state().isLoading) all.cancel();
      all.afterSelectionLoads({ description: null, run: change });
    },
    [all],
  );

  /** Selects the items of a row, its own ID first, or no longer selects them. */
  const toggle = useCallback(
    (items: readonly string[]) =>
      isPossible && update(() => change((before) => toggleRow(before, items))),
    [update, change, isPossible],
  );

  /** Extends the range to this row. */
  const extendTo = useCallback(
    (id: string, rows: SelectableRows, from: string | null = null) =>
      isPossible && update(() => change((before) => extendRange(before, id, rows, from))),
    [update, change, isPossible],
  );

  const clear = useCallback(() => {
    all.cancel();
    change(() => EMPTY_SELECTION);
  }, [all, change]);

  /** Restores a selection after undo or an error, unless there is a new one. */
  const restore = useCallback(
    (previous: ReadonlySet<string>) =>
      change((before) => (before.ids.size > 0 ? before : selectIds(previous))),
    [change],
  );

  return { toggle, extendTo, clear, restore };
}

/**
 * Returns a function that loads the IDs of all matching items. It doesn't give up while the server
 * can't be reached. Items that no longer match because of a change that isn't saved yet are left out.
 */
function useLoadMatching(projectId: string, filters: FeedbackFilters) {
  const client = useQueryClient();
  const outbox = useOutbox();
  const me = useSession().person.id;
  return useCallback(
    async (signal: AbortSignal) => {
      const before = outbox.state();
      const options = matchingIds(projectId, filters);
      signal.addEventListener(
        "abort",
        () => void client.cancelQueries({ queryKey: options.queryKey }),
      );
      const found = await client.fetchQuery(options);
      const after = outbox.state();
      // Items found may be older than decisions that were saved in the meantime.
      const kept = new Set([...after.confirmed, ...after.waiting].map((decision) => decision.id));
      const shown = [...before.confirmed, ...before.waiting].filter(({ id }) => !kept.has(id));
      const unsaved = valuesAfter([...shown, ...after.confirmed, ...after.waiting]);
      return { ...found, ids: found.ids.filter((id) => isStillListed(id, unsaved, filters, me)) };
    },
    [client, outbox, projectId, filters, me],
  );
}

/** Keeps the selection while Errata reloads the page. */
function useKeptSelection(projectId: string, change: ChangeSelection): void {
  useEffect(() => {
    const kept = takeKeptSelection(projectId);
    if (kept.length > 0) change((before) => (before.ids.size > 0 ? before : selectIds(kept)));
    const keep = () => keepSelection(projectId, savedSelections.get(projectId));
    addEventListener(BEFORE_RELOAD, keep);
    return () => removeEventListener(BEFORE_RELOAD, keep);
  }, [projectId, change]);
}

/** Keeps the selection in the tab while Errata reloads the page. */
function keepSelection(projectId: string, ids: ReadonlySet<string> | undefined): void {
  try {
    sessionStorage.setItem(`errata-selection:${projectId}`, JSON.stringify([...(ids ?? [])]));
  } catch {
    // Without storage, the selection is lost.
  }
}

/** Returns the selection from before the reload, once. */
function takeKeptSelection(projectId: string): string[] {
  const key = `errata-selection:${projectId}`;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    sessionStorage.removeItem(key);
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export type Selection = ReturnType<typeof useSelection>;
