"use client";

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { REVIEW } from "../../../lib/contract/api/limits.ts";
import { isIgnored } from "../../inbox/ignored-keys.ts";
import { areSingleKeyShortcutsOn } from "../../inbox/shortcut-setting.ts";
import { useFocusAfterRemoval } from "../changes/hunk-element.ts";
import type { LineSpan } from "../changes/hunk-lines.tsx";

export type LineSelection = ReturnType<typeof useLineSelection>;

/** A form about selected lines: a comment, or an edit of them. */
export type LineForm = "comment" | "edit";

const KEYS: Partial<Record<string, LineForm>> = { c: "comment", e: "edit" };

/** Where a selection began, and where it ends now. */
interface Selection {
  anchor: number;
  end: number;
}

/** The section of a hunk, and what of it is selected. */
interface Lines {
  section: RefObject<HTMLElement | null>;
  buttons: RefObject<HTMLElement | null>;
  selection: Selection | null;
  select: (anchor: number, end: number) => void;
  setActive: (line: number | null) => void;
  isWriting: boolean;
}

/**
 * The lines of a hunk that someone selects: with Up and Down, with Shift for several, or by dragging over their numbers.
 * Keys or the buttons at the line open a form.
 * @param canOpen whether a form can be opened for lines
 */
export function useLineSelection(
  section: RefObject<HTMLElement | null>,
  lineCount: number,
  canOpen: (form: LineForm, lines: LineSpan) => boolean,
) {
  const [selection, setSelection] = useState<Selection | null>(null);
  /** The line in focus, or under the pointer. */
  const [active, setActive] = useState<number | null>(null);
  const [form, setForm] = useState<LineForm | null>(null);
  const isWriting = form !== null;
  const selected = selection && spanOf(selection);
  const target = selected ?? (active === null ? null : { from: active, to: active });
  const buttons = useLineButtons(section, target);
  const returnTo = useReturn(section, isWriting);
  useFocusAfterRemoval(section, false);
  const select = (anchor: number, end: number) => {
    const [low, high] = [anchor - REVIEW.lines + 1, anchor + REVIEW.lines - 1];
    setSelection({ anchor, end: Math.min(Math.max(end, low), high) });
  };
  const open = (next: LineForm) => {
    if (!target || !canOpen(next, target)) return;
    select(target.from, target.to);
    returnTo.current = target.to;
    setForm(next);
  };
  const close = () => {
    setForm(null);
    setSelection(null);
  };
  const lines: Lines = { section, buttons, selection, select, setActive, isWriting };
  const mouse = useMouse(lines);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isIgnored(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const opened = KEYS[event.key];
    if (step !== undefined) {
      const hasMoved = stepLine(event, lines, step, lineCount);
      if (hasMoved && !event.shiftKey && !isWriting) setSelection(null);
    } else if (event.key === "Escape") close();
    else if (opened && areSingleKeyShortcutsOn() && lineOf(event.target) !== null) {
      event.preventDefault();
      open(opened);
    }
  };
  return {
    selected,
    target,
    form,
    buttons,
    open,
    close,
    handlers: { ...mouse, onKeyDown },
  };
}

/** Selects lines by dragging over their numbers, and follows the line under the pointer or in focus. */
function useMouse({ section, buttons, selection, select, setActive, isWriting }: Lines) {
  const isDragging = useRef(false);
  /** The buttons of a line stay while they have the focus, which a press on one gives them before it is a click. */
  const follow = (focused: Element | null) => {
    if (!buttons.current?.contains(focused)) setActive(lineOf(focused));
  };
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => follow(target),
    onMouseLeave: () => follow(document.activeElement),
    onMouseOver: ({ target, buttons }: MouseEvent<HTMLElement>) => {
      const line = lineOf(target);
      if (line === null) return;
      setActive(line);
      // The first button is the lowest bit. It may have been released elsewhere.
      isDragging.current &&= buttons % 2 === 1;
      if (isDragging.current && selection) select(selection.anchor, line);
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      const line = lineOf(event.target);
      if (line === null || event.button !== 0 || !isNumber(event.target)) return;
      // Dragging over numbers selects lines, and no text.
      event.preventDefault();
      isDragging.current = true;
      select((event.shiftKey || isWriting) && selection ? selection.anchor : line, line);
      focusLine(section.current, line);
    },
  };
}

/** Goes to the next or the previous line, with Shift also with the selection. @returns whether there is one */
function stepLine(
  event: KeyboardEvent<HTMLElement>,
  { section, selection, select }: Lines,
  by: number,
  lineCount: number,
): boolean {
  const at = lineOf(document.activeElement);
  const next = at === null && by === 1 ? 0 : (at ?? 0) + by;
  if (next < 0 || next >= lineCount) return false;
  event.preventDefault();
  if (event.shiftKey) select(selection?.anchor ?? at ?? next, next);
  focusLine(section.current, next);
  return true;
}

function spanOf({ anchor, end }: Selection): LineSpan {
  return { from: Math.min(anchor, end), to: Math.max(anchor, end) };
}

/** Keeps the buttons beside the last line that they are about. */
function useLineButtons(section: RefObject<HTMLElement | null>, target: LineSpan | null) {
  const buttons = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const line = target && lineElement(section.current, target.to);
    if (!line || !buttons.current || !section.current) return;
    const top = line.getBoundingClientRect().top - section.current.getBoundingClientRect().top;
    buttons.current.style.top = `${top}px`;
  });
  return buttons;
}

/** Returns to the line once its form is closed, so that keys go on from there. */
function useReturn(section: RefObject<HTMLElement | null>, isWriting: boolean) {
  const line = useRef<number | null>(null);
  useEffect(() => {
    if (isWriting || line.current === null) return;
    focusLine(section.current, line.current);
    line.current = null;
  }, [section, isWriting]);
  return line;
}

/** The index of the line that an element belongs to; null for none. */
function lineOf(element: EventTarget | null): number | null {
  if (!(element instanceof Element)) return null;
  const { line } = element.closest<HTMLElement>("[data-line]")?.dataset ?? {};
  return line === undefined ? null : Number(line);
}

function isNumber(element: EventTarget): boolean {
  return element instanceof HTMLElement && element.matches("td:not([data-sign])");
}

function lineElement(section: HTMLElement | null, line: number): HTMLElement | null {
  return section?.querySelector<HTMLElement>(`[data-line="${line}"][tabindex]`) ?? null;
}

function focusLine(section: HTMLElement | null, line: number): void {
  const element = lineElement(section, line);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}
