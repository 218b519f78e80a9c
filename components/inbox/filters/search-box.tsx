"use client";

import { Search } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { LONGEST_SEARCH } from "../../../lib/filters/feedback-filters.ts";
import { fieldClass } from "../../ui/field.ts";

/** Searches as one types. The field holds what is typed; the address follows and has the last word. */
export function SearchBox(props: {
  text: string | null;
  onSearch: (text: string | null) => void;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { text, onSearch, field } = props;
  const [typed, setTyped] = useState(text ?? "");
  const sent = useRef(text);
  useEffect(() => {
    // "Back", or a link to another view, changes the address without anyone typing.
    if (text === sent.current) return;
    sent.current = text;
    setTyped(text ?? "");
  }, [text]);
  const type = (value: string) => {
    setTyped(value);
    sent.current = value.trim() || null;
    onSearch(sent.current);
  };
  return (
    <div className="relative w-full sm:w-72">
      <Search aria-hidden size={14} className="absolute top-1.5 left-2 text-muted" />
      <input
        ref={field}
        type="search"
        data-testid="search"
        aria-label="Search comments, pages and code"
        placeholder="Search comments, pages and code"
        maxLength={LONGEST_SEARCH}
        value={typed}
        onChange={(event) => type(event.target.value)}
        className={`${fieldClass} w-full pl-7`}
      />
    </div>
  );
}
