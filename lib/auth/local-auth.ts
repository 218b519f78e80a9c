import "server-only";
import type { Person } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { Audit } from "./audit.ts";
import type { Auth } from "./auth.ts";

/** Whoever sits at a machine that serves itself alone. */
const LOCAL_PERSON: Person = { id: "local", name: "Local admin", email: null, role: "admin" };

/** No accounts: the person at the machine is the admin. */
export function localAuth(audit: Audit): Auth {
  const nobody = async (): Promise<never> => {
    throw new NotFound("Nobody signs in here: this server serves its own machine alone.");
  };
  return {
    hasSignIn: false,
    hasProvider: false,
    personOf: async () => LOCAL_PERSON,
    handle: nobody,
    setupLink: async () => null,
    invitation: nobody,
    accept: nobody,
    people: nobody,
    invite: nobody,
    createPasswordLink: nobody,
    revokeInvitation: nobody,
    setRole: nobody,
    setDisabled: nobody,
    sessions: nobody,
    endSession: nobody,
    changePassword: nobody,
    audit,
  };
}
