// Method and path of every operation of the dashboard's API. Imports nothing, so that browser code
// can use the values without zod; `operations.ts` adds the schemas to each.

/** `{name}` in a path stands for a parameter. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
}

const project = "/api/projects/{projectId}";

export const getLiveness = { method: "GET", path: "/healthz" } as const;
export const getReadiness = { method: "GET", path: "/readyz" } as const;
export const getHealth = { method: "GET", path: "/api/health" } as const;

export const listProjects = { method: "GET", path: "/api/projects" } as const;

export const listTeammates = { method: "GET", path: "/api/teammates" } as const;

export const listFeedback = { method: "GET", path: `${project}/feedback` } as const;
export const updateFeedback = { method: "PATCH", path: `${project}/feedback` } as const;
export const getFeedback = { method: "GET", path: `${project}/feedback/{feedbackId}` } as const;
export const listSimilar = {
  method: "GET",
  path: `${project}/feedback/{feedbackId}/similar`,
} as const;
export const getContact = {
  method: "GET",
  path: `${project}/feedback/{feedbackId}/contact`,
} as const;
export const getReader = {
  method: "GET",
  path: `${project}/feedback/{feedbackId}/reader`,
} as const;
export const forgetReader = {
  method: "DELETE",
  path: `${project}/feedback/{feedbackId}/reader`,
} as const;
export const addNote = { method: "POST", path: `${project}/feedback/{feedbackId}/notes` } as const;
export const editNote = {
  method: "PATCH",
  path: `${project}/feedback/{feedbackId}/notes/{noteId}`,
} as const;
export const deleteNote = {
  method: "DELETE",
  path: `${project}/feedback/{feedbackId}/notes/{noteId}`,
} as const;
export const applyDecisions = { method: "POST", path: `${project}/feedback/decisions` } as const;
export const deleteFeedback = { method: "POST", path: `${project}/feedback/deletions` } as const;
export const getEvidence = { method: "POST", path: `${project}/feedback/evidence` } as const;
export const exportFeedback = { method: "GET", path: `${project}/feedback/export` } as const;
export const checkExport = { method: "GET", path: `${project}/feedback/export/check` } as const;
export const getFacets = { method: "GET", path: `${project}/feedback/facets` } as const;
export const listFeedbackIds = { method: "GET", path: `${project}/feedback/ids` } as const;
export const undoFeedbackChange = { method: "POST", path: `${project}/feedback/undo` } as const;
export const listPages = { method: "GET", path: `${project}/pages` } as const;
export const setPageViews = { method: "POST", path: `${project}/pages/views` } as const;
export const getInsights = { method: "GET", path: `${project}/insights` } as const;
export const getHome = { method: "GET", path: `${project}/home` } as const;
export const recordVisit = { method: "POST", path: `${project}/home` } as const;
export const listNotifications = { method: "GET", path: `${project}/notifications` } as const;
export const markNotificationsRead = {
  method: "POST",
  path: `${project}/notifications`,
} as const;
export const listViews = { method: "GET", path: `${project}/views` } as const;
export const createView = { method: "POST", path: `${project}/views` } as const;
export const arrangeViews = { method: "PATCH", path: `${project}/views` } as const;
export const updateView = { method: "PATCH", path: `${project}/views/{viewId}` } as const;
export const deleteView = { method: "DELETE", path: `${project}/views/{viewId}` } as const;
export const getActivity = { method: "GET", path: `${project}/activity` } as const;

export const listJobs = { method: "GET", path: `${project}/jobs` } as const;
export const createJob = { method: "POST", path: `${project}/jobs` } as const;
export const getJob = { method: "GET", path: `${project}/jobs/{jobId}` } as const;
export const archiveJob = { method: "POST", path: `${project}/jobs/{jobId}/archive` } as const;
export const checkJob = { method: "POST", path: `${project}/jobs/{jobId}/check` } as const;
export const sendMessage = { method: "POST", path: `${project}/jobs/{jobId}/messages` } as const;
export const cancelMessage = {
  method: "POST",
  path: `${project}/jobs/{jobId}/messages/{messageId}/cancel`,
} as const;
export const getJobReport = { method: "GET", path: `${project}/jobs/{jobId}/report` } as const;
export const setJobOutcome = {
  method: "POST",
  path: `${project}/jobs/{jobId}/outcome`,
} as const;
export const applySuggestedTriage = {
  method: "POST",
  path: `${project}/jobs/{jobId}/triage`,
} as const;
export const findOpenJobs = { method: "POST", path: `${project}/jobs/check` } as const;
export const getJobCounts = { method: "GET", path: `${project}/jobs/counts` } as const;

export const mergePull = { method: "POST", path: "/pulls/{number}/merge" } as const;
export const closePull = { method: "POST", path: "/pulls/{number}/close" } as const;

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
export const listSuspects = { method: "GET", path: `${project}/collect/suspects` } as const;
export const restoreSuspect = {
  method: "POST",
  path: `${project}/collect/suspects/{entryId}/restore`,
} as const;

export const getSettings = { method: "GET", path: `${project}/settings` } as const;
export const updateSettings = { method: "PATCH", path: `${project}/settings` } as const;

export const followChanges = { method: "GET", path: `${project}/changes` } as const;
export const getSyncStatus = { method: "GET", path: `${project}/sync` } as const;
export const requestSync = { method: "POST", path: `${project}/sync` } as const;
export const listQuarantine = { method: "GET", path: `${project}/quarantine` } as const;
export const dismissQuarantined = {
  method: "DELETE",
  path: `${project}/quarantine/{entryId}`,
} as const;
