"use client";

import { ChevronDown } from "lucide-react";
import { lazy } from "react";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { LazyPopover } from "../../ui/lazy-popover.tsx";
import { chipClass } from "./chip.ts";

const load = () => import("./page-choices.tsx");
const PageChoices = lazy(() => load().then((module) => ({ default: module.PageChoices })));

/** The filter by documentation page: one, or all that begin alike. */
export function PageFilter(props: {
  projectId: string;
  filters: FeedbackFilters;
  onChoose: (path: string | null) => void;
}) {
  const { projectId, filters } = props;
  return (
    <LazyPopover
      title="Filter by page"
      testId="filter-page"
      className={chipClass(filters.path !== null)}
      onPrefetch={load}
      label={
        <>
          {filters.path === null ? (
            "Page"
          ) : (
            <span className="truncate">
              Page: <bdi>{displayable(filters.path)}</bdi>
            </span>
          )}
          <ChevronDown aria-hidden size={12} className="shrink-0" />
        </>
      }
    >
      {(close) => (
        <PageChoices
          projectId={projectId}
          filters={filters}
          onChoose={(path) => {
            props.onChoose(path);
            close();
          }}
        />
      )}
    </LazyPopover>
  );
}
