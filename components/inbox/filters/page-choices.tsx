"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { pagesStartingWith } from "../../../lib/queries/feedback.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { fieldClass } from "../../ui/field.ts";

/** A text field for a page path, and the matching pages under the other filters. */
export function PageChoices(props: {
  projectId: string;
  filters: FeedbackFilters;
  onChange: (path: string | null) => void;
}) {
  const { projectId, filters, onChange } = props;
  const [typed, setTyped] = useState(filters.path ?? "");
  const path = typed.trim();
  const prefix = path.replace(/\*$/, "");
  const { data, error } = useQuery(pagesStartingWith(projectId, filters, prefix));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(path || null);
  };
  return (
    <form onSubmit={submit} className="flex w-80 max-w-full flex-col">
      <label className="flex flex-col gap-1 p-1">
        <span className="text-muted text-xs">Page path. Use * to match several pages</span>
        <input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="/guides/* or /guides/setup"
          maxLength={500}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className={`${fieldClass} w-full`}
        />
      </label>
      <div className="h-64 overflow-y-auto border-line border-y py-1" aria-busy={!data && !error}>
        {error && <p className="px-2 py-1.5 text-bad">{error.message}</p>}
        {data?.pages.length === 0 && <p className="px-2 py-1.5 text-muted">No matching pages</p>}
        {prefix !== "" && data && data.total > 1 && (
          <Choice
            isSelected={filters.path === `${prefix}*`}
            count={`${data.total.toLocaleString("en")} pages`}
            onSelect={() => onChange(`${prefix}*`)}
          >
            All pages starting with <bdi className="font-medium">{displayable(prefix)}</bdi>
          </Choice>
        )}
        {data?.pages.map(({ page, total }) => (
          <Choice
            key={page}
            isSelected={filters.path === page}
            count={total.toLocaleString("en")}
            onSelect={() => onChange(page)}
          >
            <bdi>{displayable(page)}</bdi>
          </Choice>
        ))}
      </div>
      <button
        type="button"
        disabled={filters.path === null}
        onClick={() => onChange(null)}
        className="mt-1 rounded px-2 py-1.5 text-left text-muted hover:bg-sunken hover:text-ink disabled:opacity-50"
      >
        Any page
      </button>
    </form>
  );
}

function Choice(props: {
  isSelected: boolean;
  count: string;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-current={props.isSelected || undefined}
      onClick={props.onSelect}
      className="flex w-full gap-3 rounded px-2 py-1.5 text-left hover:bg-sunken aria-[current]:bg-accent-soft"
    >
      <span className="untrusted min-w-0">{props.children}</span>
      <span className="ml-auto shrink-0 text-muted tabular-nums">{props.count}</span>
    </button>
  );
}
