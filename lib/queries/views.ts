import { queryOptions } from "@tanstack/react-query";
import { listViews } from "../contract/api/routes.ts";
import { request } from "./request.ts";

/** A person's saved views with their counts. They load again whenever feedback changes. */
export const savedViews = (projectId: string) =>
  queryOptions({
    queryKey: ["feedback", projectId, "views"],
    queryFn: ({ signal }) => request(listViews, { params: { projectId }, signal }),
  });
