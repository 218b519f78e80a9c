// Routes of drafts, apart from the others, so that the inbox loads less.

const drafts = "/api/projects/{projectId}/drafts";

export const listDrafts = { method: "GET", path: drafts } as const;
export const getDraft = { method: "GET", path: `${drafts}/{draftId}` } as const;
export const saveDraft = { method: "POST", path: `${drafts}/{draftId}` } as const;
export const deleteDraft = { method: "DELETE", path: `${drafts}/{draftId}` } as const;
