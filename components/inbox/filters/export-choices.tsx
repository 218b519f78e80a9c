"use client";

import { useMutation } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { EXPORT_FORMATS, type ExportFormat } from "../../../lib/contract/api/export-formats.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { checkExport, exportUrl } from "../../../lib/queries/export.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";

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
  const check = useMutation({ mutationFn: () => checkExport(projectId) });
  /** The browser shows no words for a download that is rejected, so the server is asked first. */
  const start = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    if (check.isPending) return;
    const { href } = event.currentTarget;
    check.mutate(undefined, {
      onSuccess: () => {
        download(href);
        props.onDone();
      },
    });
  };
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
              onClick={start}
              className="flex items-baseline gap-2 rounded px-2 py-1.5 hover:bg-sunken"
            >
              {LABELS[format].name}
              <span className="text-muted text-xs">{LABELS[format].use}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="px-2 py-1.5 text-muted text-xs">Readers' email addresses aren't included.</p>
      <ErrorNotice error={check.error} />
    </div>
  );
}

function download(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
