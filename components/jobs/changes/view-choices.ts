"use client";

import { useSyncExternalStore } from "react";
import { browserStorage } from "../../app/browser-storage.ts";
import type { DiffLayout } from "./hunk-lines.tsx";

/** How changed pages are shown: the lines of their files, or as they render before and after. */
export type PageView = "source" | "rendered";

export const PAGE_VIEWS = { source: "Source", rendered: "Rendered" } as const;
export const DIFF_LAYOUTS = { inline: "Inline", split: "Side by side" } as const;

/** A choice of how to show changes, which the browser remembers. */
interface Choice<Value extends string> {
  key: string;
  /** The default, and the alternative. */
  values: readonly [usual: Value, other: Value];
}

const LAYOUT: Choice<DiffLayout> = { key: "errata.diff-layout", values: ["inline", "split"] };
const VIEW: Choice<PageView> = { key: "errata.page-view", values: ["source", "rendered"] };
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function chosen<Value extends string>({ key, values: [usual, other] }: Choice<Value>): Value {
  return browserStorage()?.getItem(key) === other ? other : usual;
}

function choose<Value extends string>({ key }: Choice<Value>, value: Value): void {
  browserStorage()?.setItem(key, value);
  for (const listener of listeners) listener();
}

function useChoice<Value extends string>(choice: Choice<Value>): Value {
  return useSyncExternalStore(
    subscribe,
    () => chosen(choice),
    () => choice.values[0],
  );
}

export const useDiffLayout = () => useChoice(LAYOUT);
export const chooseDiffLayout = (layout: DiffLayout) => choose(LAYOUT, layout);

export const usePageView = () => useChoice(VIEW);
export const choosePageView = (view: PageView) => choose(VIEW, view);
export const otherPageView = (): PageView => (chosen(VIEW) === "source" ? "rendered" : "source");
