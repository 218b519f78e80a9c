"use client";

import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PopoverButton } from "../../ui/popover-button.tsx";
import { chipClass } from "./chip.ts";

const PageChoices = lazyPart({
  name: "the pages",
  early: "used",
  load: () => import("../reached-parts.ts").then((module) => module.PageChoices),
});

/** Filters by one documentation page, or by all pages with a common prefix. */
export function PageFilter(props: {
  projectId: string;
  filters: FeedbackFilters;
  onChange: (path: string | null) => void;
}) {
  const { projectId, filters } = props;
  return (
    <PopoverButton
      title="Filter by page"
      testId="filter-page"
      isActive={filters.path !== null}
      className={chipClass(filters.path !== null)}
      onPrefetch={PageChoices.preload}
      label={
        filters.path === null ? (
          <span className="truncate">Page</span>
        ) : (
          <span className="truncate">
            Page: <bdi>{displayable(filters.path)}</bdi>
          </span>
        )
      }
    >
      {(close, typedAhead) => (
        <PageChoices
          projectId={projectId}
          filters={filters}
          typedAhead={typedAhead}
          onChange={(path) => {
            props.onChange(path);
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}
