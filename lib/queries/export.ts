import type { ExportFormat } from "../contract/api/export-formats.ts";
import * as itemRoutes from "../contract/api/item-routes.ts";
import { type FeedbackFilters, serializeFilters } from "../filters/feedback-filters.ts";
import { request, urlOf } from "./request.ts";

/** The URL that downloads the filtered list. */
export function exportUrl(
  projectId: string,
  filters: FeedbackFilters,
  format: ExportFormat,
): string {
  const query = Object.fromEntries(new URLSearchParams(serializeFilters(filters)));
  return urlOf(itemRoutes.exportFeedback, { params: { projectId }, query: { ...query, format } });
}

/** @throws {AppError} `too_many_requests` if no other export may start now, with what to do */
export async function checkExport(projectId: string): Promise<void> {
  await request(itemRoutes.checkExport, { params: { projectId } });
}
