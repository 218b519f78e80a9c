import "server-only";
import type { ExportFormat } from "../../contract/api/export-formats.ts";
import type { Database } from "../../database/open.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { feedbackActivity } from "./activity.ts";
import { feedbackCount } from "./counts.ts";
import { feedbackContact, feedbackDetail } from "./detail.ts";
import { feedbackByPage } from "./documentation-pages.ts";
import { exportedItems } from "./export.ts";
import { exportStream } from "./export-format.ts";
import { feedbackFacets } from "./facets.ts";
import { feedbackInsights } from "./insights.ts";
import { feedbackPage } from "./list.ts";
import { withPageNames } from "./page-rules.ts";
import { projectHistory } from "./project-history.ts";
import { feedbackByIds, feedbackIds } from "./selection.ts";

export type FeedbackStore = ReturnType<typeof createFeedbackStore>;

/** The dashboard's queries about feedback, bound to a database. */
export function createFeedbackStore(database: Database<StoreSchema>) {
  const { query, read } = database;
  /** Lets a query find pages by all their addresses, by the project's rules. */
  const named =
    <Given extends unknown[], Result>(
      find: (
        on: Database<StoreSchema>,
        projectId: string,
        filters: ResolvedFilters,
        ...given: Given
      ) => Promise<Result>,
    ) =>
    async (projectId: string, filters: ResolvedFilters, ...given: Given): Promise<Result> =>
      find(database, projectId, await withPageNames(query, projectId, filters), ...given);
  return {
    page: named(feedbackPage),
    detail: feedbackDetail.bind(null, query),
    contact: feedbackContact.bind(null, query),
    evidence: feedbackByIds.bind(null, query),
    ids: named(feedbackIds),
    facets: named(feedbackFacets),
    count: feedbackCount.bind(null, read),
    pages: named(feedbackByPage),
    activity: named(feedbackActivity),
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
