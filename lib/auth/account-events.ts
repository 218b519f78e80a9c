import "server-only";
import type { AccountEvents } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import { UNKNOWN_ADDRESS } from "./client-address.ts";
import type { Invitations } from "./invitations.ts";
import type { JoinedQueries } from "./joined-queries.ts";
import type { PeopleStore } from "./people.ts";
import type { AuthSchema } from "./schema/schema.ts";

/** Returns what is recorded, and ended, when better-auth changes an account. */
export function accountEvents(parts: {
  people: PeopleStore;
  invitations: Invitations;
  audit: Audit;
  transaction: JoinedQueries<AuthSchema>["run"];
}): AccountEvents {
  const { people, invitations, audit, transaction } = parts;
  return {
    onSignUp: async (userId) => {
      const person = await people.find(userId);
      if (!person || (await people.canSignIn(userId))) return;
      // An open link could still set this account's password.
      await invitations.endAll(person.email);
      await audit.record(person, `signed up as ${person.role} with`, person.email);
    },
    onSignIn: async (userId, address, method) => {
      const person = await people.find(userId);
      const needsCode = method === "password" && (await people.secondFactor(userId)).isOn;
      const signedIn = method === "passkey" ? "signed in with a passkey from" : "signed in from";
      const action = needsCode ? "entered the password from" : signedIn;
      if (person) await audit.record(person, action, address ?? UNKNOWN_ADDRESS);
    },
    onPasskey: async (userId) => {
      const person = await people.find(userId);
      if (person) await audit.record(person, "added a passkey for", person.email);
    },
    onSecondFactorChange: async ({ id, userId }, isOn) => {
      const person = await people.find(userId);
      if (!person) return;
      await transaction(async () => {
        // Others started with the password alone.
        if (isOn) await people.endOtherSessions(userId, id);
        const action = `turned ${isOn ? "on" : "off"} two-factor authentication for`;
        await audit.record(person, action, person.email);
      });
    },
    onPasswordChange: async (userId) => {
      const person = await people.find(userId);
      if (!person) return;
      await transaction(async () => {
        await invitations.endAll(person.email);
        await audit.record(person, "changed the password for", person.email);
      });
    },
    invitationFor: async (token, email) => {
      const found = await invitations.find(token);
      return found?.email === email.toLowerCase() ? found : null;
    },
  };
}
