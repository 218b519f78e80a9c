import { queryOptions } from "@tanstack/react-query";
import * as itemRoutes from "../contract/api/item-routes.ts";
import * as startRoutes from "../contract/api/start-routes.ts";
import { request } from "./request.ts";

// Not in feedback.ts, as the inbox loads without it.

/**
 * The effect of forgetting the item's reader. Not cached, because it is requested right before. For
 * admins.
 */
export const itemReader = (projectId: string, feedbackId: string) =>
  queryOptions({
    queryKey: ["reader", projectId, feedbackId],
    queryFn: ({ signal }) =>
      request(itemRoutes.getReader, { params: { projectId, feedbackId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Removes the reader's address from all projects. Can't be undone. */
export function forgetReader(projectId: string, feedbackId: string) {
  return request(itemRoutes.forgetReader, { params: { projectId, feedbackId } });
}

/** Deletes items. Can't be undone. */
export function deleteItems(projectId: string, ids: string[]) {
  return request(itemRoutes.deleteFeedback, { params: { projectId }, body: { ids } });
}

/** Deletes the sample's feedback, if it has this number of items. Can't be undone. */
export function removeSample(projectId: string, items: number) {
  return request(startRoutes.removeSample, { params: { projectId }, body: { items } });
}
