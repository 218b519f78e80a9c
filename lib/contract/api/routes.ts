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
export const getInsights = { method: "GET", path: `${project}/insights` } as const;
export const getHome = { method: "GET", path: `${project}/home` } as const;
export const recordVisit = { method: "POST", path: `${project}/home` } as const;
export const listNotifications = { method: "GET", path: `${project}/notifications` } as const;
export const markNotificationsRead = {
  method: "POST",
  path: `${project}/notifications`,
} as const;
export const listViews = { method: "GET", path: `${project}/views` } as const;
export const getActivity = { method: "GET", path: `${project}/activity` } as const;

export const getJobCounts = { method: "GET", path: `${project}/jobs/counts` } as const;

export const followChanges = { method: "GET", path: `${project}/changes` } as const;
export const getSyncStatus = { method: "GET", path: `${project}/sync` } as const;
export const requestSync = { method: "POST", path: `${project}/sync` } as const;
