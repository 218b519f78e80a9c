// Method and path of every operation of the dashboard's API. Imports nothing, so that browser code
// can use the values without zod; `operations.ts` adds the schemas to each.

/** `{name}` in a path stands for a parameter. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
}

const project = "/api/projects/{projectId}";

export const getHealth = { method: "GET", path: "/api/health" } as const;

export const listTeammates = { method: "GET", path: "/api/teammates" } as const;

export const listFeedback = { method: "GET", path: `${project}/feedback` } as const;
export const getFeedback = { method: "GET", path: `${project}/feedback/{feedbackId}` } as const;
export const applyDecisions = { method: "POST", path: `${project}/feedback/decisions` } as const;
export const getFacets = { method: "GET", path: `${project}/feedback/facets` } as const;
export const listFeedbackIds = { method: "GET", path: `${project}/feedback/ids` } as const;
export const listPages = { method: "GET", path: `${project}/pages` } as const;
export const listViews = { method: "GET", path: `${project}/views` } as const;

export const getJobCounts = { method: "GET", path: `${project}/jobs/counts` } as const;

export const followChanges = { method: "GET", path: `${project}/changes` } as const;
export const getSyncStatus = { method: "GET", path: `${project}/sync` } as const;
export const requestSync = { method: "POST", path: `${project}/sync` } as const;
