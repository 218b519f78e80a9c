"use client";

import { createContext, use, useSyncExternalStore } from "react";
import { createObservable, type Observable } from "../../../lib/observable.ts";

/** IDs of the items and the hunks that belong to what is in focus. */
export interface Linked {
  items: ReadonlySet<string>;
  hunks: ReadonlySet<string>;
}

export const NOTHING_LINKED: Linked = { items: new Set(), hunks: new Set() };

/** An observable, so that moving the focus renders only the parts that it links. */
export const LinkedContext = createContext<Observable<Linked>>(createObservable(NOTHING_LINKED));

/** Whether an item or a hunk belongs to what is in focus. */
export function useIsLinked(kind: keyof Linked, id: string | undefined): boolean {
  const linked = use(LinkedContext);
  return useSyncExternalStore(
    linked.subscribe,
    () => id !== undefined && linked.value()[kind].has(id),
    () => false,
  );
}
