import { useRef, useSyncExternalStore } from "react";

/**
 * Returns what `select` makes of a store, and renders again once that changes. It stands for the package of this name,
 * which the table's library loads, and which repeats React's own hook for earlier versions (`resolveAlias` in next.config.mjs).
 * @param select called in each render and after each change of the store
 * @param isSame whether a selection is as good as the one before, which is then returned again
 */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Snapshot,
  _getServerSnapshot: () => Snapshot,
  select: (snapshot: Snapshot) => Selection,
  isSame: (one: Selection, other: Selection) => boolean,
): Selection {
  const last = useRef<{ selection: Selection }>(null);
  const selection = () => {
    const next = select(getSnapshot());
    if (!last.current || !isSame(last.current.selection, next)) last.current = { selection: next };
    return last.current.selection;
  };
  return useSyncExternalStore(subscribe, selection, selection);
}
