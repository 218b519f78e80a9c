import { queryOptions } from "@tanstack/react-query";
import * as draftRoutes from "../contract/api/draft-routes.ts";
import type { DraftRequest, ListedDraft, StoredDraft } from "../contract/api/drafts.ts";
import { request } from "./request.ts";

/** The server's answer, and when it was requested, in epoch milliseconds. */
export interface Asked<Answer> {
  answer: Answer;
  askedAt: number;
}

/** The person's drafts that the server has, newest first. */
export const draftList = (projectId: string) =>
  queryOptions({
    queryKey: ["drafts", projectId],
    queryFn: async ({ signal }): Promise<Asked<ListedDraft[]>> => {
      const askedAt = Date.now();
      const { drafts } = await request(draftRoutes.listDrafts, { params: { projectId }, signal });
      return { answer: drafts, askedAt };
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

/** Returns a draft as the server has it; null if it has none. */
export async function fetchDraft(
  projectId: string,
  draftId: string,
  signal?: AbortSignal,
): Promise<Asked<StoredDraft | null>> {
  const askedAt = Date.now();
  const { draft } = await request(draftRoutes.getDraft, { params: { projectId, draftId }, signal });
  return { answer: draft, askedAt };
}

/** Saves a draft. Sending the same revision again has no effect. */
export function saveDraft(projectId: string, draftId: string, body: DraftRequest) {
  return request(draftRoutes.saveDraft, { params: { projectId, draftId }, body });
}

/** Deletes a draft that has one of the revisions. */
export function deleteDraft(projectId: string, draftId: string, revisions: readonly string[]) {
  const query = { follows: revisions.join(",") };
  return request(draftRoutes.deleteDraft, { params: { projectId, draftId }, query });
}
