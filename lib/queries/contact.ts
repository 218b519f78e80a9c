import { queryOptions } from "@tanstack/react-query";
import { getContact } from "../contract/api/item-routes.ts";
import { request } from "./request.ts";

/**
 * The reader's email address unmasked. Loads only when someone asks for it, once, because each request is
 * in the audit log. Not part of the feedback's other queries, which load again by themselves.
 */
export const readerContact = (projectId: string, feedbackId: string) =>
  queryOptions({
    queryKey: ["contact", projectId, feedbackId],
    queryFn: () => request(getContact, { params: { projectId, feedbackId } }),
    enabled: false,
    gcTime: 0,
    retry: false,
  });
