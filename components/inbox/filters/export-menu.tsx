"use client";

import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Download } from "../../ui/icons.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PopoverButton } from "../../ui/popover-button.tsx";

const ExportChoices = lazyPart({
  name: "the export options",
  load: () => import("./export-choices.tsx").then((module) => module.ExportChoices),
});

/** Exports the current view as a file. */
export function ExportMenu(props: {
  projectId: string;
  filters: FeedbackFilters;
  total: number | undefined;
}) {
  return (
    <PopoverButton
      title="Export this view"
      testId="export"
      className={buttonClass("quiet")}
      onPrefetch={ExportChoices.preload}
      label={
        <>
          <Download size={14} />
          <span className="@max-xl:sr-only">Export</span>
        </>
      }
    >
      {(close) => <ExportChoices {...props} onDone={close} />}
    </PopoverButton>
  );
}
