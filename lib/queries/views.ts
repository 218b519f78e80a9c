import { queryOptions } from "@tanstack/react-query";
import { listViews } from "../contract/api/routes.ts";
import {
  arrangeViews as arrangeViewsRoute,
  createView as createViewRoute,
  deleteView as deleteViewRoute,
  updateView as updateViewRoute,
} from "../contract/api/view-routes.ts";
import type { NewView, ViewArrangement, ViewChange } from "../contract/api/views.ts";
import { request } from "./request.ts";

/** A person's saved views with their counts. They load again whenever feedback changes. */
export const savedViews = (projectId: string) =>
  queryOptions({
    queryKey: ["feedback", projectId, "views"],
    queryFn: ({ signal }) => request(listViews, { params: { projectId }, signal }),
  });

/** Saves a view. Sending it again has no further effect. */
export function createView(projectId: string, body: NewView) {
  return request(createViewRoute, { params: { projectId }, body });
}

export function updateView(projectId: string, viewId: string, body: ViewChange) {
  return request(updateViewRoute, { params: { projectId, viewId }, body });
}

export function deleteView(projectId: string, viewId: string) {
  return request(deleteViewRoute, { params: { projectId, viewId } });
}

/** Sets the person's own order of views, or the one that their visits begin with. */
export function arrangeViews(projectId: string, body: ViewArrangement) {
  return request(arrangeViewsRoute, { params: { projectId }, body });
}
