"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { pagesBeginning } from "../../../lib/queries/feedback.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { fieldClass } from "../../ui/field.ts";

/** A field for a page, and the pages that begin with what is in it, under the other filters. */
export function PageChoices(props: {
  projectId: string;
  filters: FeedbackFilters;
  onChoose: (path: string | null) => void;
}) {
  const { projectId, filters, onChoose } = props;
  const [typed, setTyped] = useState(filters.path ?? "");
  const wanted = typed.trim();
  const beginning = wanted.replace(/\*$/, "");
  const { data, error } = useQuery(pagesBeginning(projectId, filters, beginning));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose(wanted || null);
  };
  return (
    <form onSubmit={submit} className="flex w-80 max-w-full flex-col">
      <label className="flex flex-col gap-1 p-1">
        <span className="text-muted text-xs">A page, or its beginning and a star</span>
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
        {data?.pages.length === 0 && (
          <p className="px-2 py-1.5 text-muted">No page with feedback begins like this.</p>
        )}
        {beginning !== "" && data && data.total > 1 && (
          <Choice
            chosen={filters.path === `${beginning}*`}
            count={`${data.total.toLocaleString("en")} pages`}
            onChoose={() => onChoose(`${beginning}*`)}
          >
            All that begin with <bdi className="font-medium">{displayable(beginning)}</bdi>
          </Choice>
        )}
        {data?.pages.map(({ page, total }) => (
          <Choice
            key={page}
            chosen={filters.path === page}
            count={total.toLocaleString("en")}
            onChoose={() => onChoose(page)}
          >
            <bdi>{displayable(page)}</bdi>
          </Choice>
        ))}
      </div>
      <button
        type="button"
        disabled={filters.path === null}
        onClick={() => onChoose(null)}
        className="mt-1 rounded px-2 py-1.5 text-left text-muted hover:bg-sunken hover:text-ink disabled:opacity-50"
      >
        Any page
      </button>
    </form>
  );
}

function Choice(props: {
  chosen: boolean;
  count: string;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-current={props.chosen || undefined}
      onClick={props.onChoose}
      className="flex w-full gap-3 rounded px-2 py-1.5 text-left hover:bg-sunken aria-[current]:bg-accent-soft"
    >
      <span className="untrusted min-w-0">{props.children}</span>
      <span className="ml-auto shrink-0 text-muted tabular-nums">{props.count}</span>
    </button>
  );
}
