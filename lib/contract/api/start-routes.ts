// Routes of the first steps, apart from the others, so that the inbox loads less.

export const importFeedback = {
  method: "POST",
  path: "/api/projects/{projectId}/imports",
} as const;

export const removeSample = {
  method: "POST",
  path: "/api/projects/{projectId}/sample/removal",
} as const;

export const checkImport = {
  method: "POST",
  path: "/api/projects/{projectId}/imports/check",
} as const;

export const listImports = { method: "GET", path: "/api/projects/{projectId}/imports" } as const;

export const undoImport = {
  method: "POST",
  path: "/api/projects/{projectId}/imports/{number}/undo",
} as const;

export const getSetup = { method: "GET", path: "/api/projects/{projectId}/setup" } as const;

export const changeSetup = { method: "PATCH", path: "/api/projects/{projectId}/setup" } as const;

export const testAgent = { method: "POST", path: "/api/projects/{projectId}/setup/agent" } as const;

export const testConnection = {
  method: "POST",
  path: "/api/projects/{projectId}/setup/connection",
} as const;
