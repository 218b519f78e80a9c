import "server-only";
import type { Clock } from "../clock.ts";
import type { SignInConfig } from "../config/sign-in.ts";
import type { Person } from "../contract/api/people.ts";
import { AppError, NotFound } from "../errors.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { attemptOf, createAccountAttempts } from "./account-attempts.ts";
import { accountEvents } from "./account-events.ts";
import { createAccounts } from "./accounts.ts";
import { createAudit } from "./audit.ts";
import type { Auth } from "./auth.ts";
import { createInvitations } from "./invitations.ts";
import { createPasswordLink, invite } from "./invite.ts";
import { joinQueries } from "./joined-queries.ts";
import { knownBrowser } from "./known-browser.ts";
import { createPasskeys } from "./passkeys.ts";
import { createPeopleStore } from "./people.ts";
import { providerAccounts } from "./provider-accounts.ts";
import type { AuthDatabase } from "./schema/schema.ts";
import { createSecondFactor } from "./second-factor.ts";
import { changePassword, endSession, listSessions } from "./sessions.ts";
import { handleSignIn, personOf } from "./sign-in-requests.ts";
import { createUsedCodes } from "./used-codes.ts";

const HOUR = 3_600_000;

/** Milliseconds. The next start prints a new link. */
const SETUP_LINK_LIFETIME_MS = 24 * HOUR;

interface Options {
  database: AuthDatabase;
  clock: Clock;
  signIn: SignInConfig;
  publicUrl: string;
  trustedOrigins: string[];
  log(level: string, message: string): void;
}

/** Auth with email and password, and one OpenID Connect provider. */
export function signInAuth(options: Options): Auth {
  const parts = openParts(options);
  const { accounts, audit, clock } = parts;
  return {
    hasSignIn: true,
    hasLocalKey: false,
    hasProvider: options.signIn.oidc !== null,
    personOf: async (headers) => personOf(await accounts.any(), clock, headers),
    handle: (request, body) => handleSignIn(parts, request, body),
    localLink: async () => null,
    redeemLocalLink: async () => null,
    ...links(parts),
    ...members(parts),
    ...ownAccount(parts, options.signIn),
    audit,
  };
}

type Parts = ReturnType<typeof openParts>;

function openParts(options: Options) {
  const { clock, signIn, publicUrl, log } = options;
  const { query, run: transaction } = joinQueries(options.database.query);
  const database = { ...options.database, query };
  const audit = createAudit(database, clock);
  const invitations = createInvitations(database, clock);
  const people = createPeopleStore(database, clock);
  const attempts = createAccountAttempts(database, clock);
  const browsers = knownBrowser(signIn.secret, publicUrl);
  const events = accountEvents({ people, invitations, audit, transaction });
  const accounts = providerAccounts(signIn, (config) =>
    createAccounts({ ...options, database, signIn: config, ...events }),
  );
  const shared = { accounts: accounts.any, attempts, audit, browsers, log };
  const usedCodes = createUsedCodes(database, clock);
  return {
    accounts,
    attempts,
    audit,
    browsers,
    clock,
    invitations,
    log,
    people,
    publicUrl,
    transaction,
    secondFactor: createSecondFactor({ ...shared, people, usedCodes }),
    passkeys: createPasskeys({ ...shared, database, publicUrl, transaction }),
  };
}

/** Links that create an account or set its password. */
function links(parts: Parts) {
  const { accounts, audit, invitations, people, publicUrl, transaction } = parts;
  const dependencies = {
    accounts: accounts.any,
    invitations,
    people,
    audit,
    publicUrl,
    transaction,
  };
  const findInvitation = async (token: string) => {
    const found = await invitations.find(token);
    if (found) return found;
    throw new NotFound("It may have been used or revoked. Ask an admin for a new link.");
  };
  return {
    setupLink: async () => {
      if (await people.hasAdmin()) return null;
      await invitations.endSetupLinks();
      const { token } = await invitations.create({
        email: null,
        role: "admin",
        invitedBy: null,
        lifetime: SETUP_LINK_LIFETIME_MS,
      });
      return `${publicUrl}/set-up/${token}`;
    },
    invitation: async (token) => {
      const found = await findInvitation(token);
      const all = found.email === null ? [] : await people.list();
      return { ...found, name: all.find(({ email }) => email === found.email)?.name ?? null };
    },
    accept: async (token, account, headers) =>
      acceptInvitation(dependencies, await findInvitation(token), account, headers),
    invite: (by, invited) => transaction(() => invite(dependencies, by, invited)),
    createPasswordLink: (by, personId) =>
      transaction(() => createPasswordLink(dependencies, by, personId)),
    revokeInvitation: (by, id) =>
      transaction(async () => {
        const revoked = (await invitations.listOpen()).find((invitation) => invitation.id === id);
        if (!revoked || !(await invitations.end(id))) {
          throw new NotFound("This invitation was already used, revoked, or has expired.");
        }
        await audit.record(by, "revoked the invitation for", revoked.email ?? "");
      }),
  } satisfies Partial<Auth>;
}

/** Managing people. */
function members({ invitations, people }: Parts) {
  return {
    people: async () => ({
      people: await people.list(),
      invitations: await invitations.listOpen(),
    }),
    teammates: people.names,
    setRole: people.setRole,
    deletePerson: people.delete,
    setDisabled: (by, id, disabled) => (disabled ? people.disable(by, id) : people.enable(by, id)),
    resetSecondFactor: people.resetSecondFactor,
  } satisfies Partial<Auth>;
}

/** Actions of people on their own account. */
function ownAccount(parts: Parts, { requireSecondFactor }: SignInConfig) {
  const { accounts, attempts, browsers, clock, passkeys, people, publicUrl, secondFactor } = parts;
  const lacksSecondFactor = async ({ id, role }: Person): Promise<boolean> => {
    if (!requireSecondFactor.includes(role)) return false;
    const { isOn, hasPassword } = await people.secondFactor(id);
    return hasPassword && !isOn;
  };
  return {
    sessions: async (headers) => listSessions(await accounts.any(), headers),
    endSession: async (headers, id) => endSession(await accounts.any(), headers, id),
    changePassword: async (headers, passwords) => {
      const library = await accounts.any();
      const person = await personOf(library, clock, headers);
      if (!person) {
        throw new AppError("unauthenticated", "You're not signed in. Sign in to continue.");
      }
      const known = [person.name, person.email ?? ""];
      return changePassword(library, publicUrl, headers, {
        ...passwords,
        known,
        attempt: (work) => attempts.make(attemptOf(browsers, headers, person.email ?? ""), work),
      });
    },
    secondFactor: async (person) => ({
      ...(await people.secondFactor(person.id)),
      isMissing: await lacksSecondFactor(person),
    }),
    lacksSecondFactor,
    startSecondFactor: secondFactor.start,
    turnOffSecondFactor: secondFactor.turnOff,
    createRecoveryCodes: secondFactor.createRecoveryCodes,
    hasPasskeys: passkeys.isAvailable,
    passkeys: ({ id }) => passkeys.list(id),
    startPasskey: async (headers, password) => {
      await secondFactor.confirmPassword(headers, password);
      return passkeys.startAdding(headers);
    },
    addPasskey: passkeys.add,
    removePasskey: passkeys.remove,
  } satisfies Partial<Auth>;
}
