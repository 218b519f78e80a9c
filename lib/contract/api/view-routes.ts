// Routes that change saved views, apart from the others, so that the inbox loads less.

const project = "/api/projects/{projectId}";

export const createView = { method: "POST", path: `${project}/views` } as const;
export const arrangeViews = { method: "PATCH", path: `${project}/views` } as const;
export const updateView = { method: "PATCH", path: `${project}/views/{viewId}` } as const;
export const deleteView = { method: "DELETE", path: `${project}/views/{viewId}` } as const;
