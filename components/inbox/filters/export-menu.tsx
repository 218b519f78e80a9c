"use client";

import { lazy } from "react";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Download } from "../../ui/icons.tsx";
import { LazyPopover } from "../../ui/lazy-popover.tsx";

const load = () => import("./export-choices.tsx");
const ExportChoices = lazy(() => load().then((module) => ({ default: module.ExportChoices })));

/** Exports the current view as a file. */
export function ExportMenu(props: {
  projectId: string;
  filters: FeedbackFilters;
  total: number | undefined;
}) {
  return (
    <LazyPopover
      title="Export this view"
      testId="export"
      className={buttonClass("quiet")}
      onPrefetch={load}
      label={
        <>
          <Download size={14} />
          <span className="max-sm:sr-only">Export</span>
        </>
      }
    >
      {(close) => <ExportChoices {...props} onDone={close} />}
    </LazyPopover>
  );
}
