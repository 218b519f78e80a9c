import "server-only";
import type { Evidence, Facets, FeedbackDetail, FeedbackRows } from "../contract/dashboard.ts";
import type { Database } from "../database/open.ts";
import type { FeedbackFilters } from "../filters/feedback-filters.ts";
import { feedbackContact, feedbackDetail } from "./feedback-detail.ts";
import { feedbackCount, feedbackFacets } from "./feedback-facets.ts";
import { feedbackPage } from "./feedback-page.ts";
import { feedbackByIds, feedbackIds, type SelectionOptions } from "./feedback-selection.ts";
import type { StoreSchema } from "./schema.ts";

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
}

export function createFeedbackStore({ query: db }: Database<StoreSchema>): FeedbackStore {
  return {
    page: (projectId, filters, page) => feedbackPage(db, projectId, filters, page),
    detail: (projectId, id) => feedbackDetail(db, projectId, id),
    contact: (projectId, id) => feedbackContact(db, projectId, id),
    evidence: (projectId, ids) => feedbackByIds(db, projectId, ids),
    ids: (projectId, filters, options) => feedbackIds(db, projectId, filters, options),
    facets: (projectId, filters) => feedbackFacets(db, projectId, filters),
    count: (projectId) => feedbackCount(db, projectId),
  };
}
