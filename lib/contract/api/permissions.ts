// Who may do what: the one table. Imports nothing, so that browser code may use the values.

/** From the least to the most. Each may do what those before it may. */
export const ROLES = ["viewer", "triager", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The least role for each kind of action. */
const LEAST_ROLE = {
  /** Feedback, jobs, pull requests, the state of the mirror. */
  read: "viewer",
  /** Readers' addresses, and raw entries that may hold one. */
  contacts: "triager",
  /** Statuses of feedback, and what could not be read as an entry. */
  triage: "triager",
  /** Prompts, agent jobs, and the pull requests that come of them. */
  jobs: "triager",
  /** Spending requests on a look at what is new. */
  sync: "triager",
  /** Instructions and templates of a project. */
  settings: "admin",
  /** API keys of the embedded platform. */
  keys: "admin",
  /** Invitations, roles, and who did what. */
  people: "admin",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof LEAST_ROLE;

export function may(role: Role, permission: Permission): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLE[permission]);
}

/** @returns the least role that may do it */
export function leastRole(permission: Permission): Role {
  return LEAST_ROLE[permission];
}
