import {
  type DefaultViewFilters,
  hidingWithout,
  loadFilters,
  serializeInboxAddress,
} from "./feedback-filters.ts";

interface NamedView {
  id: string;
  name: string;
}

interface ViewQuery extends NamedView {
  /** Filters without `?`. */
  query: string;
}

/** Characters of a name in an address. */
const MAX_NAME = 60;

/** Returns the URL of the inbox as it opens by default: pending items that nothing hides. */
export function inboxAddress(
  projectId: string,
  hiding: DefaultViewFilters = hidingWithout(""),
): string {
  return `/${projectId}/feedback${serializeInboxAddress({ status: ["pending"], ...hiding })}`;
}

/** Returns the URL of a saved view: its filters as they are now, so that a copy of it shows the same to everyone. */
export function viewAddress(projectId: string, view: ViewQuery): string {
  const address = { ...loadFilters(view.query), view: viewName(view) };
  return `/${projectId}/feedback${serializeInboxAddress(address)}`;
}

/**
 * Returns how an address names a view: by the words of its name, and by its ID, because other views may have the same
 * name, and it may get another one.
 */
export function viewName({ id, name }: NamedView): string {
  const words =
    name
      .toLowerCase()
      .normalize("NFC")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const beginning = Array.from(words.join("-")).slice(0, MAX_NAME).join("").replace(/-$/, "");
  return beginning === "" ? shortId(id) : `${beginning}-${shortId(id)}`;
}

/**
 * Returns the view that an address names, also under an earlier name. Addresses of version 1.0.0 have its ID alone.
 * @param named null for an address without one
 */
export function viewNamed<View extends NamedView>(
  views: readonly View[],
  named: string | null,
): View | undefined {
  if (named === null) return undefined;
  return (
    views.find((view) => view.id === named || viewName(view) === named) ??
    views.find(({ id }) => `-${named}`.endsWith(`-${shortId(id)}`))
  );
}

/** The part of a random ID that tells views of a project apart. */
function shortId(id: string): string {
  return /^[\da-f]{8}-[\da-f]{4}-/.test(id) ? id.slice(0, 8) : id;
}
