"use client";

import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import { createObservable } from "../../../lib/observable.ts";
import { areSingleKeyShortcutsOn } from "../../inbox/shortcut-setting.ts";
import { hunkElement } from "../changes/hunk-element.ts";
import { choosePageView, otherPageView } from "../changes/view-choices.ts";
import { type Linked, NOTHING_LINKED } from "./linked.ts";

/** The item or the hunk in focus. */
type Focus = { item: string } | { hunk: string } | null;

/**
 * Links items and hunks: what belongs to the one in focus is highlighted, Enter leads there, and brackets lead from hunk to
 * hunk.
 */
export function useDeskFocus(review: JobReview | undefined) {
  const [linked] = useState(() => createObservable(NOTHING_LINKED));
  const focus = useRef<Focus>(null);
  useEffect(() => linked.set(linkedWith(review, focus.current)), [review, linked]);
  return {
    linked,
    openHunk,
    handlers: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const next = focusOf(target);
        if (isSame(focus.current, next)) return;
        focus.current = next;
        linked.set(linkedWith(review, next));
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
        if (event.key === "Enter") followLink(event, linked.value());
        else actOnKey(event);
      },
    },
  };
}

/** Brackets go from hunk to hunk, and `v` shows pages in the other way. */
function actOnKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  if (!["[", "]", "v"].includes(key) || !areSingleKeyShortcutsOn()) return;
  event.preventDefault();
  if (key === "v") choosePageView(otherPageView());
  else stepHunk(currentTarget, key === "]" ? 1 : -1);
}

function linkedWith(review: JobReview | undefined, focus: Focus): Linked {
  if (!review || !focus) return NOTHING_LINKED;
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

/** The file of a hunk, whose ID begins with its path. A page that is shown as it renders may not have the hunk. */
function fileOf(id: string): HTMLDetailsElement | undefined {
  const files = document.querySelectorAll<HTMLDetailsElement>("details[data-path]");
  return Array.from(files).find(({ dataset }) => id.startsWith(`${dataset.path} @@ `));
}

/** Moves the focus to the next or previous hunk, starting from the focused element. */
function stepHunk(desk: HTMLElement, by: 1 | -1): void {
  const hunks = [...desk.querySelectorAll<HTMLElement>("[data-hunk]")];
  const { activeElement } = document;
  const at = hunks.findIndex((hunk) => hunk.contains(activeElement));
  const after = hunks.findIndex((hunk) => activeElement && isBefore(activeElement, hunk));
  const beside = hunks.at(Math.max(0, after) - (by === 1 ? 0 : 1));
  const { hunk } = (at < 0 ? beside : hunks[at + by])?.dataset ?? {};
  if (hunk !== undefined) openHunk(hunk);
}

function isBefore(one: Element, other: Element): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
