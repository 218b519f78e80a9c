"use client";

import type { KeyboardEvent, RefObject } from "react";
import { MAX_SEARCH_LENGTH } from "../../../lib/contract/api/list-limits.ts";
import { fieldClass } from "../../ui/field.ts";
import { Search } from "../../ui/icons.tsx";
import { useSearchText } from "../../ui/use-search-text.ts";
import { focusListRow } from "../list/focus-list-row.ts";

/**
 * Searches as you type. The text field updates the URL, and follows it when it changes elsewhere.
 * Enter and the down arrow go to the first result; Escape leaves the field, and then the
 * list clears the search with it.
 */
export function SearchBox(props: {
  text: string | null;
  onSearch: (text: string | null) => void;
  onEnterList: () => void;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { text, onSearch, onEnterList, field } = props;
  const { typed, type, stop } = useSearchText(text, onSearch);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" || event.key === "ArrowDown") onEnterList();
    else if (event.key === "Escape") leave(event.currentTarget);
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative w-72 min-w-24 shrink-[9999]">
      <Search size={14} className="absolute inset-y-0 left-2 my-auto text-muted" />
      <input
        ref={field}
        type="search"
        data-testid="search"
        aria-label="Search comments, pages, and code"
        placeholder="Search comments, pages, and code"
        title='Finds all words, in any order. "exact words" finds a phrase; -word excludes a word.'
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => type(event.target.value)}
        onBlur={stop}
        className={`${fieldClass} w-full pl-7`}
      />
    </div>
  );
}

/** Returns to the list, or to the page if the list is empty, so that shortcuts work again. */
function leave(field: HTMLInputElement): void {
  if (!focusListRow()) field.blur();
}
