import "server-only";
import type { ExportFormat } from "../contract/api/export-formats.ts";
import type { ResolvedFilters } from "../filters/feedback-filters.ts";
import { feedbackCount } from "./counts/counts.ts";
import { feedbackFacets } from "./counts/facets.ts";
import { evidenceByIds } from "./groups/evidence.ts";
import { earlierPulls } from "./groups/page-pulls.ts";
import { feedbackContact, feedbackDetail } from "./list/detail.ts";
import { exportedItems } from "./list/export.ts";
import { exportStream } from "./list/export-format.ts";
import { feedbackPage } from "./list/list.ts";
import { feedbackIds } from "./list/selection.ts";
import { feedbackActivity } from "./reports/activity.ts";
import { feedbackByPage } from "./reports/documentation-pages.ts";
import { feedbackInsights } from "./reports/insights.ts";
import { projectHistory } from "./reports/project-history.ts";
import type { StoreDatabase } from "./schema/schema.ts";
import { withPageNames } from "./write/page-rules.ts";

export type FeedbackStore = ReturnType<typeof createFeedbackStore>;

/** The dashboard's queries about feedback, bound to a database. */
export function createFeedbackStore(database: StoreDatabase) {
  const { query, read } = database;
  /** Lets a query find pages by all their addresses, by the project's rules. */
  const named =
    <Given extends unknown[], Result>(
      find: (
        on: StoreDatabase,
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
    evidence: evidenceByIds.bind(null, database),
    earlierPulls: earlierPulls.bind(null, query),
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
