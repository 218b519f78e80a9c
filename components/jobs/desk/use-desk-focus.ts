"use client";

import { type FocusEvent, type KeyboardEvent, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import { areSingleKeyShortcutsOn } from "../../inbox/shortcut-setting.ts";
import { choosePageView, otherPageView } from "../changes/view-choices.ts";

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
        else actOnKey(event);
      },
    },
  };
}

/** Brackets go from hunk to hunk, and `v` shows pages in the other way. */
function actOnKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (!["[", "]", "v"].includes(key) || !areSingleKeyShortcutsOn()) return;
  event.preventDefault();
  if (key === "v") switchPageView(target);
  else stepHunk(currentTarget, key === "]" ? 1 : -1);
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

/** Opens the file of a hunk, and moves the focus to it, or to the file if the hunk isn't shown. */
function openHunk(id: string): void {
  const hunk = hunkElement(id);
  const file = hunk?.closest("details") ?? fileOf(id);
  if (file) file.open = true;
  const target = hunk ?? file?.querySelector("summary");
  target?.focus();
  target?.scrollIntoView({ block: "center" });
}

function hunkElement(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-hunk="${CSS.escape(id)}"]`);
}

/** The file of a hunk, whose ID begins with its path. A page that is shown as it renders may not have the hunk. */
function fileOf(id: string): HTMLDetailsElement | undefined {
  const files = document.querySelectorAll<HTMLDetailsElement>("details[data-path]");
  return Array.from(files).find(({ dataset }) => id.startsWith(`${dataset.path} @@ `));
}

/** Shows all pages in the other way, and keeps the focus at the change. */
function switchPageView(target: EventTarget): void {
  const from = target instanceof HTMLElement ? target : null;
  const file = from?.closest("details");
  const { hunk } = from?.closest<HTMLElement>("[data-hunk]")?.dataset ?? {};
  flushSync(() => choosePageView(otherPageView()));
  if (from?.isConnected) return;
  const next = hunk === undefined ? null : hunkElement(hunk);
  (next ?? file?.querySelector("summary"))?.focus();
}

function stepHunk(desk: HTMLElement, by: 1 | -1): void {
  const hunks = [...desk.querySelectorAll<HTMLElement>("[data-hunk]")];
  const at = hunks.findIndex((hunk) => hunk.contains(document.activeElement));
  const next = at < 0 ? (by === 1 ? 0 : hunks.length - 1) : at + by;
  const { hunk } = hunks[next]?.dataset ?? {};
  if (hunk !== undefined) openHunk(hunk);
}
