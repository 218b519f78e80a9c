"use client";

import { type FocusEvent, type KeyboardEvent, useMemo, useState } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import { areSingleKeyShortcutsOn } from "../../inbox/shortcut-setting.ts";

/** The item or the hunk in focus. */
type Focus = { item: string } | { hunk: string } | null;

const NONE: ReadonlySet<string> = new Set();

/**
 * Links items and hunks: what belongs to the one in focus is highlighted, Enter leads there, and brackets lead from hunk to
 * hunk.
 */
export function useDeskFocus(review: JobReview | undefined) {
  const [focus, setFocus] = useState<Focus>(null);
  const linked = useMemo(() => linkedWith(review, focus), [review, focus]);
  return {
    ...linked,
    openHunk,
    handlers: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const next = focusOf(target);
        setFocus((before) => (isSame(before, next) ? before : next));
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
        if (event.key === "Enter") followLink(event, linked);
        else if (event.key === "[" || event.key === "]") {
          if (!areSingleKeyShortcutsOn()) return;
          event.preventDefault();
          stepHunk(event.currentTarget, event.key === "]" ? 1 : -1);
        }
      },
    },
  };
}

interface Linked {
  items: ReadonlySet<string>;
  hunks: ReadonlySet<string>;
}

function linkedWith(review: JobReview | undefined, focus: Focus): Linked {
  if (!review || !focus) return { items: NONE, hunks: NONE };
  if ("item" in focus) {
    const item = review.items.find(({ id }) => id === focus.item);
    return { items: new Set([focus.item]), hunks: new Set(item?.hunks) };
  }
  const items = review.items.filter(({ hunks }) => hunks.includes(focus.hunk));
  return { items: new Set(items.map(({ id }) => id)), hunks: new Set([focus.hunk]) };
}

function focusOf(target: EventTarget): Focus {
  if (!(target instanceof HTMLElement)) return null;
  const { item } = target.closest<HTMLElement>("[data-item]")?.dataset ?? {};
  if (item !== undefined) return { item };
  const { hunk } = target.closest<HTMLElement>("[data-hunk]")?.dataset ?? {};
  return hunk === undefined ? null : { hunk };
}

function isSame(one: Focus, other: Focus): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement && target.matches("input:not([type=radio]), textarea, select")
  );
}

/** From an item to its first change, and from a change to its first item. */
function followLink(event: KeyboardEvent<HTMLElement>, { items, hunks }: Linked): void {
  const { target } = event;
  if (!(target instanceof HTMLElement) || !target.matches("[data-item], [data-hunk]")) return;
  const isItem = target.dataset.item !== undefined;
  const [first] = isItem ? hunks : items;
  if (first === undefined) return;
  event.preventDefault();
  if (isItem) openHunk(first);
  else document.querySelector<HTMLElement>(`[data-item="${CSS.escape(first)}"]`)?.focus();
}

/** Opens the file of a hunk, and moves the focus to it. */
function openHunk(id: string): void {
  const hunk = document.querySelector<HTMLElement>(`[data-hunk="${CSS.escape(id)}"]`);
  const file = hunk?.closest("details");
  if (file) file.open = true;
  hunk?.focus();
  hunk?.scrollIntoView({ block: "center" });
}

function stepHunk(desk: HTMLElement, by: 1 | -1): void {
  const hunks = [...desk.querySelectorAll<HTMLElement>("[data-hunk]")];
  const at = hunks.findIndex((hunk) => hunk.contains(document.activeElement));
  const next = at < 0 ? (by === 1 ? 0 : hunks.length - 1) : at + by;
  const { hunk } = hunks[next]?.dataset ?? {};
  if (hunk !== undefined) openHunk(hunk);
}
