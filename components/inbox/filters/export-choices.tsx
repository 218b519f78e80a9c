"use client";

import { EXPORT_FORMATS, type ExportFormat } from "../../../lib/contract/api/export-formats.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { exportUrl } from "../../../lib/queries/feedback.ts";

const LABELS: Record<ExportFormat, { name: string; use: string }> = {
  csv: { name: "CSV", use: "for spreadsheets" },
  json: { name: "JSON", use: "one array" },
  ndjson: { name: "NDJSON", use: "one item per line" },
};

/** Links that download the current view in each format. */
export function ExportChoices(props: {
  projectId: string;
  filters: FeedbackFilters;
  total: number | undefined;
  onDone: () => void;
}) {
  const { projectId, filters, total } = props;

  return (
    <div className="w-56">
      <p className="px-2 py-1.5 text-muted tabular-nums">
        {total?.toLocaleString("en")} {total === 1 ? "item" : "items"} in this view
      </p>
      <ul className="border-line border-y py-1">
        {EXPORT_FORMATS.map((format) => (
          <li key={format}>
            <a
              href={exportUrl(projectId, filters, format)}
              download
              onClick={props.onDone}
              className="flex items-baseline gap-2 rounded px-2 py-1.5 hover:bg-sunken"
            >
              {LABELS[format].name}
              <span className="text-muted text-xs">{LABELS[format].use}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="px-2 py-1.5 text-muted text-xs">Readers' email addresses aren't included.</p>
    </div>
  );
}
