import "server-only";
import { MAX_SELECTED_ITEMS } from "../contract/api/limits.ts";
import type { Actor } from "../contract/api/people.ts";
import { STATUSES } from "../contract/platform/vocabulary.ts";
import { InvalidRequest } from "../errors.ts";
import type { ResolvedFilters } from "../filters/feedback-filters.ts";
import type { FeedbackStore } from "../store/feedback-store.ts";
import type { SelectionOptions } from "../store/list/selection.ts";
import type { Triage } from "../store/write/triage.ts";

/** Items by ID, or all items that match a filter. */
export type Selection = { ids: string[] } | ({ filters: ResolvedFilters } & SelectionOptions);

export function triageServices(triage: Triage, feedback: Pick<FeedbackStore, "ids">) {
  return {
    undo: triage.undo,
    /**
     * Sets the team's status of the selected items (1 to 10,000).
     * @throws {InvalidRequest} for another status, and if more items match than one change can include; nothing is changed
     */
    setStatus: async (projectId: string, selection: Selection, status: string, by: Actor) => {
      const ids = await idsOf(feedback, projectId, selection);
      if (ids.length === 0 && "filters" in selection) return { changed: 0, undo: null };
      const wanted = requireIds(ids);
      requireStatus(status);
      return triage.setStatus(projectId, wanted, status, by);
    },
  };
}

async function idsOf(
  feedback: Pick<FeedbackStore, "ids">,
  projectId: string,
  selection: Selection,
): Promise<string[]> {
  if ("ids" in selection) return selection.ids;
  const { filters, ...options } = selection;
  const { ids, capped } = await feedback.ids(projectId, filters, options);
  if (!capped) return ids;
  const limit = ids.length.toLocaleString("en");
  throw new InvalidRequest(
    `where: more than ${limit} items match. Nothing was changed; narrow the filters and try again.`,
  );
}

function requireIds(ids: readonly string[]): string[] {
  const distinct = [...new Set(ids)].filter((id) => !id.includes("\0") && id.isWellFormed());
  if (distinct.length < 1 || distinct.length > MAX_SELECTED_ITEMS) {
    throw new InvalidRequest(`ids: must have 1 to ${MAX_SELECTED_ITEMS} IDs (got ${ids.length})`);
  }
  return distinct;
}

function requireStatus(status: string): void {
  if (!STATUSES.some((known) => known === status)) {
    throw new InvalidRequest(`status: must be one of ${STATUSES.join(", ")}`);
  }
}
