import type { SavedView, ViewList } from "../contract/api/views.ts";
import type { PersonalChange } from "./unsent-outboxes.ts";

/** Returns a person's views once changes are saved. A change that the list has already makes no difference. */
export function withUnsavedViews(list: ViewList, changes: readonly PersonalChange[]): ViewList {
  return changes.reduce(withChange, list);
}

function withChange(list: ViewList, change: PersonalChange): ViewList {
  const { views, defaultId } = list;
  switch (change.kind) {
    case "create_view": {
      const { view } = change;
      if (views.some(({ id }) => id === view.id)) return list;
      return { ...list, views: [...views, { ...view, name: view.name.trim(), count: null }] };
    }
    case "update_view":
      return {
        ...list,
        views: views.map((view) => (view.id === change.viewId ? updated(view, change) : view)),
      };
    case "delete_view":
      return {
        views: views.filter(({ id }) => id !== change.viewId),
        defaultId: defaultId === change.viewId ? null : defaultId,
      };
    case "arrange_views": {
      const { order = [], defaultId: chosen = defaultId } = change.arrangement;
      const placeOf = ({ id }: SavedView) =>
        order.includes(id) ? order.indexOf(id) : order.length;
      return {
        views: views.toSorted((one, other) => placeOf(one) - placeOf(other)),
        defaultId: chosen,
      };
    }
    case "mark_read":
      return list;
  }
}

function updated(view: SavedView, { change }: Extract<PersonalChange, { kind: "update_view" }>) {
  const hasSameItems = change.query === undefined || change.query === view.query;
  const name = change.name?.trim() ?? view.name;
  return { ...view, ...change, name, count: hasSameItems ? view.count : null };
}
