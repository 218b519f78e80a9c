import {
  type Hiding,
  hidingWithout,
  loadFilters,
  serializeFilters,
  serializeInboxAddress,
} from "./feedback-filters.ts";

interface ViewQuery {
  id: string;
  /** Filters without `?`. */
  query: string;
}

/** Returns the URL of the inbox as it opens by default: pending items that nothing hides. */
export function inboxAddress(projectId: string, hiding: Hiding = hidingWithout("")): string {
  return `/${projectId}/feedback${serializeInboxAddress({ status: ["pending"], ...hiding })}`;
}

/** Returns the URL of a saved view: its filters as they are now, so that a copy of it shows the same to everyone. */
export function viewAddress(projectId: string, { id, query }: ViewQuery): string {
  const filters = loadFilters(query);
  return `/${projectId}/feedback${serializeInboxAddress({ view: id }, serializeFilters(filters))}`;
}
