// Routes for single items, for exports, and for other programs, apart from the others, so that the inbox loads less.

const project = "/api/projects/{projectId}";

export const getLiveness = { method: "GET", path: "/healthz" } as const;
export const getReadiness = { method: "GET", path: "/readyz" } as const;
export const listProjects = { method: "GET", path: "/api/projects" } as const;
export const updateFeedback = { method: "PATCH", path: `${project}/feedback` } as const;
export const checkExport = { method: "GET", path: `${project}/feedback/export/check` } as const;
export const getContact = {
  method: "GET",
  path: `${project}/feedback/{feedbackId}/contact`,
} as const;
export const exportFeedback = { method: "GET", path: `${project}/feedback/export` } as const;
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
export const deleteFeedback = { method: "POST", path: `${project}/feedback/deletions` } as const;
export const getEvidence = { method: "POST", path: `${project}/feedback/evidence` } as const;
export const undoFeedbackChange = { method: "POST", path: `${project}/feedback/undo` } as const;
export const getActivity = { method: "GET", path: `${project}/activity` } as const;
export const getItemPage = {
  method: "GET",
  path: `${project}/feedback/{feedbackId}/page`,
} as const;
export const listSimilar = {
  method: "GET",
  path: `${project}/feedback/{feedbackId}/similar`,
} as const;
