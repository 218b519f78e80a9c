import "server-only";
import type { Auth } from "../auth/auth.ts";
import type { AuditRecord } from "../contract/api/people.ts";

/** Managing people, for admins. */
export interface PeopleServices
  extends Pick<
    Auth,
    "people" | "invite" | "createPasswordLink" | "revokeInvitation" | "setRole" | "setDisabled"
  > {
  /** Returns the audit log, newest first; `before` is the ID of the last row seen. */
  log(options: { limit: number; before: number | null }): Promise<AuditRecord[]>;
}

/** The signed-in person's own account. */
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
