"use client";

import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { NOTE_LENGTH } from "../../lib/contract/api/limits.ts";
import { useTeammates } from "../app/use-teammates.ts";
import { fieldClass } from "../ui/field.ts";
import { useOptions } from "../ui/use-options.ts";

/** The at sign before the caret and what follows it. */
const MENTION = /(?<![\p{L}\p{N}])@([\p{L}\p{N}][\p{L}\p{N} .’'-]{0,40})?$/u;
const MAX_NAMES = 6;

/** A text field for a note, which completes the names of teammates after an at sign. */
export function NoteField(props: {
  label: string;
  value: string;
  testId: string;
  autoFocus?: boolean;
  onChange: (text: string) => void;
  onSubmit: () => void;
}) {
  const { value, onChange } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  /** What had the focus before the field, such as a row of the list. */
  const before = useRef<EventTarget>(null);
  const { names, active, follow, complete, close, moveTo } = useCompletion(field, value, onChange);
  const { listId, optionId, list, move } = useOptions(names.length, active, moveTo);
  /** Returns to where the focus was, so that shortcuts work again. */
  const leave = (textarea: HTMLTextAreaElement) => {
    textarea.blur();
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || move(event)) return;
    const isSubmit = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    const name = names[active];
    if (isSubmit) props.onSubmit();
    else if (event.key === "Escape") name === undefined ? leave(event.currentTarget) : close();
    else if (name !== undefined && /^(?:Enter|Tab)$/.test(event.key)) complete(name);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-1">
      <textarea
        ref={field}
        data-testid={props.testId}
        {...list}
        aria-label={props.label}
        placeholder={props.label}
        // biome-ignore lint/a11y/noAutofocus: someone pressed Edit.
        autoFocus={props.autoFocus}
        rows={value === "" ? 1 : Math.min(8, value.split("\n").length + 1)}
        maxLength={NOTE_LENGTH}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          follow();
        }}
        onFocus={(event) => {
          before.current = event.relatedTarget;
        }}
        onSelect={follow}
        onBlur={close}
        onKeyDown={onKeyDown}
        className={`${fieldClass} h-auto w-full resize-y py-1`}
      />
      {names.length > 0 && <Names {...{ listId, optionId, names, active }} onChoose={complete} />}
    </div>
  );
}

/** Completes the name of a teammate that the caret is in. */
function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (text: string) => void,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const [moved, setMoved] = useState(0);
  const names = useNames(typed);
  return {
    names,
    active: Math.min(moved, names.length - 1),
    moveTo: setMoved,
    close: () => setTyped(null),
    /** Finds out whether the caret is in the name of a teammate. */
    follow: () => {
      const { selectionStart: caret = 0, value: text = "" } = field.current ?? {};
      const found = MENTION.exec(text.slice(0, caret));
      setTyped(found ? (found[1] ?? "") : null);
      setMoved(0);
    },
    complete: (name: string) => {
      const caret = field.current?.selectionStart ?? value.length;
      const start = value.slice(0, caret - (typed?.length ?? 0));
      onChange(`${start}${name} ${value.slice(caret)}`.slice(0, NOTE_LENGTH));
      setTyped(null);
      requestAnimationFrame(() => {
        const end = start.length + name.length + 1;
        field.current?.focus();
        field.current?.setSelectionRange(end, end);
      });
    },
  };
}

function Names(props: {
  listId: string;
  optionId: (index: number) => string;
  names: readonly string[];
  active: number;
  onChoose: (name: string) => void;
}) {
  return (
    <div
      id={props.listId}
      role="listbox"
      aria-label="Teammates"
      className="rounded-md border border-line bg-surface p-1 shadow-lg"
    >
      {props.names.map((name, index) => (
        <button
          key={name}
          type="button"
          id={props.optionId(index)}
          role="option"
          aria-selected={index === props.active}
          tabIndex={-1}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.onChoose(name)}
          className="untrusted w-full rounded px-2 py-1 text-left hover:bg-sunken aria-selected:bg-accent-soft"
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** Returns the names of teammates that begin with the text after an at sign; none without text. */
function useNames(typed: string | null): string[] {
  const all = useTeammates() ?? [];
  if (typed === null) return [];
  const wanted = typed.toLowerCase();
  const names = all.filter(({ isActive }) => isActive).map(({ name }) => name);
  const matching = [...new Set(names)].filter((name) => name.toLowerCase().startsWith(wanted));
  // A complete name, and the space that follows it, need no completion.
  return matching.some((name) => name.toLowerCase() === wanted) ? [] : matching.slice(0, MAX_NAMES);
}
