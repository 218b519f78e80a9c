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
