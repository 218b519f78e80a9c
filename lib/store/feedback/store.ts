import "server-only";
import type { ExportFormat } from "../../contract/api/export-formats.ts";
import type { Database } from "../../database/open.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import type { NearestItems } from "../embeddings/nearest.ts";
import { similarItems } from "../groups/similar-items.ts";
import type { StoreSchema } from "../schema.ts";
import { feedbackActivity } from "./activity.ts";
import { feedbackCount } from "./counts.ts";
import { feedbackContact, feedbackDetail } from "./detail.ts";
import { feedbackByPage } from "./documentation-pages.ts";
import { exportedItems } from "./export.ts";
import { exportStream } from "./export-format.ts";
import { feedbackFacets } from "./facets.ts";
import { feedbackInsights } from "./insights.ts";
import { feedbackPage } from "./list.ts";
import { projectHistory } from "./project-history.ts";
import { feedbackByIds, feedbackIds } from "./selection.ts";

export type FeedbackStore = ReturnType<typeof createFeedbackStore>;

/**
 * The dashboard's queries about feedback, bound to a database.
 * @param nearest finds items by their meaning; null without a service for it
 */
export function createFeedbackStore(
  database: Database<StoreSchema>,
  nearest: NearestItems | null = null,
) {
  const { query, read } = database;
  return {
    page: feedbackPage.bind(null, database),
    detail: feedbackDetail.bind(null, query),
    contact: feedbackContact.bind(null, query),
    evidence: feedbackByIds.bind(null, query),
    ids: feedbackIds.bind(null, database),
    facets: feedbackFacets.bind(null, database),
    count: feedbackCount.bind(null, read),
    pages: feedbackByPage.bind(null, database),
    similar: similarItems.bind(null, query, nearest),
    activity: feedbackActivity.bind(null, database),
    history: projectHistory.bind(null, database),
    insights: feedbackInsights.bind(null, database),

    /**
     * Streams the filtered list as a file, with readers' contacts only when `contacts` is set.
     */
    export(
      projectId: string,
      filters: ResolvedFilters,
      options: { format: ExportFormat; contacts?: boolean },
    ): ReadableStream<Uint8Array> {
      const { format, contacts = false } = options;
      const items = exportedItems(database, projectId, filters, contacts);
      return exportStream(format, items, contacts);
    },
  };
}
