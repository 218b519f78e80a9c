// Routes of Home, Insights, notifications, and activity, apart from the others, so that the inbox loads less.

const project = "/api/projects/{projectId}";

export const getInsights = { method: "GET", path: `${project}/insights` } as const;
export const getHistory = { method: "GET", path: `${project}/history` } as const;
export const getHome = { method: "GET", path: `${project}/home` } as const;
export const recordVisit = { method: "POST", path: `${project}/home` } as const;
export const listNotifications = { method: "GET", path: `${project}/notifications` } as const;
export const markNotificationsRead = {
  method: "POST",
  path: `${project}/notifications`,
} as const;
