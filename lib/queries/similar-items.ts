import { queryOptions } from "@tanstack/react-query";
import { listSimilar } from "../contract/api/item-routes.ts";
import { request } from "./request.ts";

/** The other items of an item's group, and items that may belong to it. */
export const similarItems = (projectId: string, feedbackId: string) =>
  queryOptions({
    queryKey: ["feedback", projectId, "similar", feedbackId],
    queryFn: ({ signal }) => request(listSimilar, { params: { projectId, feedbackId }, signal }),
  });
