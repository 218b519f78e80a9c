// Roles and permissions. Imports nothing, so that browser code can use the values.

/** From least to most privileged. Each role includes the permissions of those before it. */
export const ROLES = ["viewer", "triager", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The lowest role that has each permission. */
const LOWEST_ROLE = {
  /** Feedback, jobs, pull requests, and the sync status. */
  read: "viewer",
  /** Readers' email addresses, and raw text that can contain one. */
  contacts: "triager",
  /** Statuses of feedback, and skipped items. */
  triage: "triager",
  /** Prompts, agent jobs, and their pull requests. */
  jobs: "triager",
  /** Syncing now, which uses requests of the hourly limit. */
  sync: "triager",
  /** Project instructions and prompt templates. */
  settings: "admin",
  /** Importing files, which can change existing feedback. */
  import: "admin",
  /** Deleting feedback, and forgetting readers. */
  delete: "admin",
  /** API keys of the built-in platform. */
  keys: "admin",
  /** Invitations, roles, and the audit log. */
  people: "admin",
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof LOWEST_ROLE;

/** The permissions whose lowest role is this one. */
export type PermissionOf<Lowest extends Role> = {
  [Name in Permission]: (typeof LOWEST_ROLE)[Name] extends Lowest ? Name : never;
}[Permission];

export function may(role: Role, permission: Permission): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(LOWEST_ROLE[permission]);
}

/** Returns the lowest role that has the permission. */
export function lowestRole(permission: Permission): Role {
  return LOWEST_ROLE[permission];
}
