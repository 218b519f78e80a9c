import "server-only";
import type { ExportFormat } from "../../contract/api/export-formats.ts";
import type { Evidence, FeedbackDetail, FeedbackRows } from "../../contract/api/feedback.ts";
import type { Activity, Facets, PageList } from "../../contract/api/feedback-counts.ts";
import type { Database } from "../../database/open.ts";
import type { FeedbackFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { feedbackActivity } from "./activity.ts";
import { feedbackCount } from "./counts.ts";
import { feedbackContact, feedbackDetail } from "./detail.ts";
import { feedbackByPage, type PageQuery } from "./documentation-pages.ts";
import { exportedEntries } from "./export.ts";
import { exportStream } from "./export-format.ts";
import { feedbackFacets } from "./facets.ts";
import { feedbackPage } from "./list.ts";
import { feedbackByIds, feedbackIds, type SelectionOptions } from "./selection.ts";

/** Every question about feedback that the dashboard asks; each is answered from the store alone. */
export interface FeedbackStore {
  page(
    projectId: string,
    filters: FeedbackFilters,
    page: { limit: number; cursor: string | null },
  ): Promise<FeedbackRows>;
  detail(projectId: string, id: string): Promise<FeedbackDetail>;
  contact(projectId: string, id: string): Promise<string | null>;
  evidence(projectId: string, ids: readonly string[]): Promise<Evidence[]>;
  ids(
    projectId: string,
    filters: FeedbackFilters,
    options?: SelectionOptions,
  ): Promise<{ ids: string[]; capped: boolean }>;
  facets(projectId: string, filters: FeedbackFilters): Promise<Facets>;
  count(projectId: string): Promise<number>;
  pages(projectId: string, filters: FeedbackFilters, query: PageQuery): Promise<PageList>;
  activity(projectId: string, filters: FeedbackFilters): Promise<Activity>;
  /** The filtered list as a file; without `contacts` no reader's address is in it. */
  export(
    projectId: string,
    filters: FeedbackFilters,
    options: { format: ExportFormat; contacts?: boolean },
  ): ReadableStream<Uint8Array>;
}

export function createFeedbackStore(database: Database<StoreSchema>): FeedbackStore {
  const db = database.query;
  return {
    page: (projectId, filters, page) => feedbackPage(database, projectId, filters, page),
    detail: (projectId, id) => feedbackDetail(db, projectId, id),
    contact: (projectId, id) => feedbackContact(db, projectId, id),
    evidence: (projectId, ids) => feedbackByIds(db, projectId, ids),
    ids: (projectId, filters, options) => feedbackIds(database, projectId, filters, options),
    facets: (projectId, filters) => feedbackFacets(database, projectId, filters),
    count: (projectId) => feedbackCount(database.read, projectId),
    pages: (projectId, filters, query) => feedbackByPage(database, projectId, filters, query),
    activity: (projectId, filters) => feedbackActivity(database, projectId, filters),
    export: (projectId, filters, { format, contacts = false }) =>
      exportStream(format, exportedEntries(database, projectId, filters, { contacts }), contacts),
  };
}
