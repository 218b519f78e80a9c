import "server-only";
import type { Clock } from "../clock.ts";
import type { SignInConfig } from "../config/sign-in.ts";
import type { Person } from "../contract/api/people.ts";
import type { Database } from "../database/open.ts";
import { NotFound } from "../errors.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { type Accounts, openAccounts, PROVIDER } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import type { Auth } from "./auth.ts";
import { createInvitations } from "./invitations.ts";
import { createPasswordLink, invite } from "./invite.ts";
import { parseLibraryRequest } from "./library-requests.ts";
import { libraryResponse } from "./library-response.ts";
import { createPeopleStore } from "./people.ts";
import { withProvider } from "./provider-accounts.ts";
import { isRole } from "./role.ts";
import type { AuthSchema } from "./schema.ts";
import { changePassword, endSession, sessionsOf } from "./sessions.ts";

const HOUR = 3_600_000;

/** Milliseconds that the set-up link can be used; the next start prints another. */
const SET_UP_LASTS = 24 * HOUR;

/** Accounts with e-mail and password, and those of one OpenID Connect provider. */
export function signInAuth(options: {
  database: Database<AuthSchema>;
  clock: Clock;
  signIn: SignInConfig;
  publicUrl: string;
  trustedOrigins: string[];
  audit: Audit;
  log(level: string, message: string): void;
}): Auth {
  const { database, clock, signIn, publicUrl, audit } = options;
  const invitations = createInvitations(database, clock);
  const people = createPeopleStore(database, clock);
  const accounts = withProvider(signIn, (ways) =>
    openAccounts({
      ...options,
      signIn: ways,
      joined: async (person) => {
        // A link that stayed open would set the password of this account.
        await invitations.endOf(person.email);
        await audit.record(person, `became ${person.role} as`, person.email);
      },
      invitationFor: async (token, email) => {
        const found = await invitations.find(token);
        return found?.email === email.toLowerCase() ? found : null;
      },
    }),
  );
  const parts = { accounts: accounts.any, invitations, people, audit, publicUrl };

  const find = async (token: string) => {
    const found = await invitations.find(token);
    if (!found) {
      throw new NotFound("This link was used, withdrawn or is too old. Ask an admin for another.");
    }
    return found;
  };

  return {
    hasSignIn: true,
    hasProvider: signIn.oidc !== null,
    personOf: async (headers) => personOf(await accounts.any(), headers),
    handle: async (request, body) => {
      const asked = parseLibraryRequest(request, body);
      const path = new URL(asked.url).pathname;
      const needsProvider = path.endsWith("/social") || path.endsWith(PROVIDER);
      const library = await (needsProvider ? accounts.provider() : accounts.any());
      const answer = await libraryResponse(await library.handler(asked));
      // The library keeps it to itself when the session's row could not be deleted.
      if (path.endsWith("/sign-out") && (await personOf(library, request.headers))) {
        throw new Error("A session could not be ended.");
      }
      return answer;
    },
    setupLink: async () => {
      if (await people.hasAdmin()) return null;
      await invitations.endSetUps();
      const made = { email: null, role: "admin" as const, invitedBy: null, lasts: SET_UP_LASTS };
      return `${publicUrl}/set-up/${(await invitations.create(made)).token}`;
    },
    invitation: find,
    accept: async (token, account, headers) =>
      acceptInvitation(parts, await find(token), account, headers),
    people: async () => ({ people: await people.list(), invitations: await invitations.open() }),
    invite: (by, invited) => invite(parts, by, invited),
    createPasswordLink: (by, personId) => createPasswordLink(parts, by, personId),
    revokeInvitation: async (by, id) => {
      const withdrawn = (await invitations.open()).find((invitation) => invitation.id === id);
      if (!withdrawn || !(await invitations.end(id))) {
        throw new NotFound("There is no such open invitation.");
      }
      await audit.record(by, "withdrew the invitation of", withdrawn.email ?? "");
    },
    setRole: (by, id, role) => people.setRole(by, id, role),
    setDisabled: (by, id, disabled) => (disabled ? people.disable(by, id) : people.enable(by, id)),
    sessions: async (headers) => sessionsOf(await accounts.any(), headers),
    endSession: async (headers, id) => endSession(await accounts.any(), headers, id),
    changePassword: async (headers, passwords) => {
      const library = await accounts.any();
      const person = await personOf(library, headers);
      const answer = await changePassword(library, publicUrl, headers, passwords);
      if (person?.email) {
        await invitations.endOf(person.email);
        await audit.record(person, "changed the password of", person.email);
      }
      return answer;
    },
    audit,
  };
}

async function personOf(accounts: Accounts, headers: Headers): Promise<Person | null> {
  if (!headers.has("cookie")) return null;
  const found = await accounts.api.getSession({ headers });
  if (!found || found.user.banned) return null;
  const { id, name, email, role } = found.user;
  return { id, name, email, role: isRole(role) ? role : "viewer" };
}
