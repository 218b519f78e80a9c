import "server-only";
import type { Person } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { Audit } from "./audit.ts";
import type { Auth } from "./auth.ts";

/** The user of a server that is only reachable from this computer. */
const LOCAL_PERSON: Person = { id: "local", name: "Local admin", email: null, role: "admin" };

/** Auth without accounts: the user of this computer is the admin. */
export function localAuth(audit: Audit): Auth {
  const notAvailable = async (): Promise<never> => {
    throw new NotFound(
      "Sign-in isn't set up, because this server is only reachable from this computer.",
    );
  };
  return {
    hasSignIn: false,
    hasProvider: false,
    personOf: async () => LOCAL_PERSON,
    handle: notAvailable,
    setupLink: async () => null,
    invitation: notAvailable,
    accept: notAvailable,
    people: notAvailable,
    invite: notAvailable,
    createPasswordLink: notAvailable,
    revokeInvitation: notAvailable,
    setRole: notAvailable,
    setDisabled: notAvailable,
    sessions: notAvailable,
    endSession: notAvailable,
    changePassword: notAvailable,
    audit,
  };
}
