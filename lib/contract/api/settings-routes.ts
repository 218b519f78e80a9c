// Routes of Settings, apart from the others, so that the inbox loads less.

const project = "/api/projects/{projectId}";

export const listKeys = { method: "GET", path: `${project}/keys` } as const;
export const createKey = { method: "POST", path: `${project}/keys` } as const;
export const revokeKey = { method: "DELETE", path: `${project}/keys/{keyId}` } as const;
export const listCollectKeys = { method: "GET", path: `${project}/collect/keys` } as const;
export const createCollectKey = { method: "POST", path: `${project}/collect/keys` } as const;
export const disableCollectKey = {
  method: "DELETE",
  path: `${project}/collect/keys/{key}`,
} as const;
export const updateCollectKey = {
  method: "PATCH",
  path: `${project}/collect/keys/{key}`,
} as const;
export const listSpamPosts = { method: "GET", path: `${project}/collect/suspects` } as const;
export const restoreSpamPost = {
  method: "POST",
  path: `${project}/collect/suspects/{entryId}/restore`,
} as const;
export const deleteSpamPosts = {
  method: "POST",
  path: `${project}/collect/suspects/deletions`,
} as const;
export const getSettings = { method: "GET", path: `${project}/settings` } as const;
export const updateSettings = { method: "PATCH", path: `${project}/settings` } as const;
export const getDocsCheck = { method: "GET", path: `${project}/docs-check` } as const;
export const checkDocsRules = { method: "POST", path: `${project}/docs-check` } as const;
export const getEmbeddings = { method: "GET", path: `${project}/embeddings` } as const;
export const listSkippedItems = { method: "GET", path: `${project}/quarantine` } as const;
export const dismissSkippedItem = {
  method: "DELETE",
  path: `${project}/quarantine/{entryId}`,
} as const;
export const setPageViews = { method: "POST", path: `${project}/pages/views` } as const;
