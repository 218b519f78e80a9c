// Routes of the first steps, apart from the others, so that the inbox loads less.

export const importFeedback = {
  method: "POST",
  path: "/api/projects/{projectId}/imports",
} as const;

export const removeSample = {
  method: "POST",
  path: "/api/projects/{projectId}/sample/removal",
} as const;
