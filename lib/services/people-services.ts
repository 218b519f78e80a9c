import "server-only";
import type { Auth } from "../auth/auth.ts";
import type { AuditEntry } from "../contract/api/people.ts";

/** What admins do with people. */
export interface PeopleServices
  extends Pick<
    Auth,
    "people" | "invite" | "createPasswordLink" | "revokeInvitation" | "setRole" | "setDisabled"
  > {
  /** Who did what, the newest first; `before` is the id of the last one seen. */
  log(options: { limit: number; before: number | null }): Promise<AuditEntry[]>;
}

/** What everybody does with their own account. */
export type AccountServices = Pick<Auth, "sessions" | "endSession" | "changePassword">;

export function peopleServices(auth: Auth): PeopleServices {
  const { people, invite, createPasswordLink, revokeInvitation, setRole, setDisabled, audit } =
    auth;
  return {
    people,
    invite,
    createPasswordLink,
    revokeInvitation,
    setRole,
    setDisabled,
    log: audit.list,
  };
}
