import "server-only";
import type { Auth } from "../auth/auth.ts";
import type { AuditEntry } from "../contract/api/people.ts";

/** What admins do with people. */
export interface PeopleServices
  extends Pick<
    Auth,
    "people" | "invite" | "passwordLink" | "withdraw" | "setRole" | "setDisabled"
  > {
  /** Who did what, the newest first; `before` is the id of the last one seen. */
  log(options: { limit: number; before: number | null }): Promise<AuditEntry[]>;
}

/** What everybody does with their own account. */
export type AccountServices = Pick<Auth, "sessions" | "endSession" | "changePassword">;

export function peopleServices(auth: Auth): PeopleServices {
  const { people, invite, passwordLink, withdraw, setRole, setDisabled, audit } = auth;
  return { people, invite, passwordLink, withdraw, setRole, setDisabled, log: audit.list };
}
