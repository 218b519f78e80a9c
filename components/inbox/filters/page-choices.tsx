"use client";

import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { pagesStartingWith } from "../../../lib/queries/feedback.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { fieldClass } from "../../ui/field.ts";
import { useOptions } from "../../ui/use-options.ts";
import { initialOption, type PageOption, pageOptions } from "./page-options.ts";

const NO_PAGES = { pages: [], total: 0 };

/** A combobox for a page path: suggests the matching pages under the other filters. */
export function PageChoices(props: {
  projectId: string;
  filters: FeedbackFilters;
  /** Text that was typed before this component had loaded. */
  typedAhead: string;
  onChange: (path: string | null) => void;
}) {
  const { projectId, filters, typedAhead, onChange } = props;
  const [typed, setTyped] = useState(typedAhead || (filters.path ?? ""));
  const path = typed.trim();
  const prefix = path.replace(/\*$/, "");
  const query = useQuery(pagesStartingWith(projectId, filters, prefix));
  const { data = NO_PAGES, error } = query;
  const isLoading = query.isPending || query.isPlaceholderData;
  const options = pageOptions(prefix, data);
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const active = Math.min(movedTo ?? initialOption(options, path), options.length - 1);
  const { listId, optionId, combobox, move } = useOptions(options.length, active, setMovedTo);
  const field = useFocusOnMount(typedAhead === "");

  const [isEntered, setIsEntered] = useState(false);
  const take = () => onChange(options[active]?.value ?? (path || null));
  useEffect(() => {
    // Enter came before the suggestions for this text.
    if (isEntered && !isLoading) take();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || move(event) || event.key !== "Enter") return;
    event.preventDefault();
    if (isLoading && path !== "") setIsEntered(true);
    else take();
  };
  return (
    <div className="flex w-80 max-w-full flex-col">
      <label className="flex flex-col gap-1 p-1">
        <span className="text-muted text-xs">Page path. Use * to match several pages</span>
        <input
          ref={field}
          {...combobox}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setMovedTo(null);
            setIsEntered(false);
          }}
          onKeyDown={onKeyDown}
          placeholder="/guides/* or /guides/setup"
          maxLength={500}
          autoCapitalize="none"
          className={`${fieldClass} w-full`}
        />
      </label>
      <div className="h-64 overflow-y-auto border-line border-y py-1" aria-busy={isLoading}>
        {error && <p className="px-2 py-1.5 text-bad">{error.message}</p>}
        {query.data?.pages.length === 0 && (
          <p role="status" className="px-2 py-1.5 text-muted">
            No matching pages
          </p>
        )}
        {options.length > 0 && (
          <div id={listId} role="listbox" aria-label="Pages">
            {options.map((option, index) => (
              <Option
                key={option.value}
                id={optionId(index)}
                option={option}
                isActive={index === active}
                isSelected={filters.path === option.value}
                onSelect={() => onChange(option.value)}
              />
            ))}
          </div>
        )}
      </div>
      <button
        type="button"
        disabled={filters.path === null}
        onClick={() => onChange(null)}
        className="option mt-1 text-muted hover:text-ink disabled:opacity-50"
      >
        Any page
      </button>
    </div>
  );
}

/** Focuses the field as soon as it exists, so that no typed letter goes elsewhere. */
function useFocusOnMount(selectText: boolean) {
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the field appears
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (selectText) field.current?.select();
  }, []);
  return field;
}

/** The highlighted option is the active one, as in the input's `aria-activedescendant`. */
function Option(props: {
  id: string;
  option: PageOption;
  isActive: boolean;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const { value, pages, items } = props.option;
  return (
    <button
      type="button"
      id={props.id}
      role="option"
      aria-selected={props.isActive}
      aria-current={props.isSelected || undefined}
      tabIndex={-1}
      onClick={props.onSelect}
      className="option flex w-full gap-3 aria-[current]:font-medium"
    >
      <span className="untrusted min-w-0">
        {pages === null ? (
          <bdi>{displayable(value)}</bdi>
        ) : (
          <>
            All pages starting with{" "}
            <bdi className="font-medium">{displayable(value.slice(0, -1))}</bdi>
          </>
        )}
      </span>
      <span className="ml-auto shrink-0 text-muted tabular-nums">
        {pages === null ? items?.toLocaleString("en") : `${pages.toLocaleString("en")} pages`}
      </span>
    </button>
  );
}
