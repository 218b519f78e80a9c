import { queryOptions } from "@tanstack/react-query";
import { listReadersToNotify, openReaderMessage } from "../contract/api/job-routes.ts";
import { request } from "./request.ts";

/** The readers who left an address with what a merged job resolved. */
export const readersToNotify = (projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "readers", jobId],
    queryFn: ({ signal }) => request(listReadersToNotify, { params: { projectId, jobId }, signal }),
  });

/** Returns a reader's address, and remembers that the message was opened. Each request is in the audit log. */
export function openMessage(
  projectId: string,
  jobId: string,
  { feedbackId, again }: { feedbackId: string; again: boolean },
) {
  const params = { projectId, jobId, feedbackId };
  return request(openReaderMessage, { params, body: { again } });
}
