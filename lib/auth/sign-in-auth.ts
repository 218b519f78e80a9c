import "server-only";
import type { Clock } from "../clock.ts";
import type { SignInConfig } from "../config/sign-in.ts";
import { EMAIL_LENGTH } from "../contract/api/limits.ts";
import type { Person } from "../contract/api/people.ts";
import type { Database } from "../database/open.ts";
import { AppError, isAppError, NotFound } from "../errors.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { attemptOf, createAccountAttempts } from "./account-attempts.ts";
import { type Accounts, openAccounts, PROVIDER } from "./accounts.ts";
import { createAudit } from "./audit.ts";
import type { Auth } from "./auth.ts";
import { addressOf, UNKNOWN_ADDRESS } from "./client-address.ts";
import { createInvitations } from "./invitations.ts";
import { createPasswordLink, invite } from "./invite.ts";
import { joinQueries } from "./joined-queries.ts";
import { knownBrowser } from "./known-browser.ts";
import { parseLibraryRequest } from "./library-requests.ts";
import { libraryResponse } from "./library-response.ts";
import { createPasskeys } from "./passkeys.ts";
import { createPeopleStore } from "./people.ts";
import { providerAccounts } from "./provider-accounts.ts";
import { isRole } from "./role.ts";
import type { AuthSchema } from "./schema/schema.ts";
import { createSecondFactor } from "./second-factor.ts";
import { changePassword, endSession, keepActive, listSessions } from "./sessions.ts";
import { createUsedCodes } from "./used-codes.ts";

const HOUR = 3_600_000;

/** Milliseconds. The next start prints a new link. */
const SETUP_LINK_LIFETIME = 24 * HOUR;

/** Auth with email and password, and one OpenID Connect provider. */
export function signInAuth(options: {
  database: Database<AuthSchema>;
  clock: Clock;
  signIn: SignInConfig;
  publicUrl: string;
  trustedOrigins: string[];
  log(level: string, message: string): void;
}): Auth {
  const { clock, signIn, publicUrl } = options;
  const { query, run: transaction } = joinQueries(options.database.query);
  const database = { ...options.database, query };
  const audit = createAudit(database, clock);
  const invitations = createInvitations(database, clock);
  const people = createPeopleStore(database, clock);
  const attempts = createAccountAttempts(database, clock);
  const browsers = knownBrowser(signIn.secret, publicUrl);
  const accounts = providerAccounts(signIn, (config) =>
    openAccounts({
      ...options,
      database,
      signIn: config,
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
    }),
  );
  const secondFactor = createSecondFactor({
    ...{ accounts: accounts.any, audit, attempts, browsers, people, log: options.log },
    usedCodes: createUsedCodes(database, clock),
  });
  const passkeys = createPasskeys({
    ...{ accounts: accounts.any, attempts, audit, browsers, database, publicUrl, transaction },
    log: options.log,
  });
  const lacksSecondFactor = async ({ id, role }: Person): Promise<boolean> => {
    if (!signIn.requireSecondFactor.includes(role)) return false;
    const { isOn, hasPassword } = await people.secondFactor(id);
    return hasPassword && !isOn;
  };
  const dependencies = {
    ...{ accounts: accounts.any, invitations, people, audit, publicUrl, transaction },
  };

  const findInvitation = async (token: string) => {
    const found = await invitations.find(token);
    if (!found) {
      throw new NotFound("It may have been used or revoked. Ask an admin for a new link.");
    }
    return found;
  };

  /** Makes an attempt to sign in, and records a failed one with the account and the address. */
  const signInWithPassword = async (
    email: string,
    { headers }: Request,
    respond: () => Promise<Response>,
  ): Promise<Response> => {
    const address = addressOf(headers);
    try {
      const response = await attempts.make(attemptOf(browsers, headers, email), respond);
      response.headers.append("set-cookie", browsers.write(email));
      return response;
    } catch (error) {
      if (isAppError(error) && error.code === "unauthenticated") {
        const account = email.slice(0, EMAIL_LENGTH);
        options.log("warn", `sign-in failed for ${account} from ${address}`);
        await audit.record({ id: "", name: account }, "failed to sign in from", address);
      }
      throw error;
    }
  };

  return {
    hasSignIn: true,
    hasLocalKey: false,
    hasProvider: signIn.oidc !== null,
    personOf: async (headers) => personOf(await accounts.any(), clock, headers),
    handle: async (request, body) => {
      const parsed = parseLibraryRequest(request, body);
      const path = new URL(parsed.url).pathname;
      // An attempt with a password is counted with its account.
      if (!path.endsWith("/sign-in/email")) await attempts.start(addressOf(request.headers));
      if (path.endsWith("/verify-totp")) return secondFactor.enterCode(parsed, "totp");
      if (path.endsWith("/verify-backup-code")) return secondFactor.enterCode(parsed, "recovery");
      if (path.endsWith("/passkey/options")) return passkeys.startSignIn(parsed);
      if (path.endsWith("/passkey/sign-in")) return passkeys.signIn(parsed);
      const needsProvider = path.endsWith("/social") || path.endsWith(PROVIDER);
      const library = await (needsProvider ? accounts.provider() : accounts.any());
      const respond = async () => libraryResponse(await library.handler(parsed));
      const email = path.endsWith("/sign-in/email") ? await emailOf(parsed) : null;
      const response = await (email === null
        ? respond()
        : signInWithPassword(email, request, respond));
      // better-auth doesn't report when the session row couldn't be deleted.
      if (path.endsWith("/sign-out") && (await personOf(library, clock, request.headers))) {
        throw new Error("Couldn't sign you out. Try again.");
      }
      return response;
    },
    setupLink: async () => {
      if (await people.hasAdmin()) return null;
      await invitations.endSetupLinks();
      const { token } = await invitations.create({
        email: null,
        role: "admin",
        invitedBy: null,
        lifetime: SETUP_LINK_LIFETIME,
      });
      return `${publicUrl}/set-up/${token}`;
    },
    localLink: async () => null,
    redeemLocalLink: async () => null,
    invitation: async (token) => {
      const found = await findInvitation(token);
      const members = found.email === null ? [] : await people.list();
      return { ...found, name: members.find(({ email }) => email === found.email)?.name ?? null };
    },
    accept: async (token, account, headers) =>
      acceptInvitation(dependencies, await findInvitation(token), account, headers),
    people: async () => ({
      people: await people.list(),
      invitations: await invitations.listOpen(),
    }),
    teammates: people.names,
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
    setRole: (by, id, role) => people.setRole(by, id, role),
    deletePerson: (by, id, rename) => people.delete(by, id, rename),
    setDisabled: (by, id, disabled) => (disabled ? people.disable(by, id) : people.enable(by, id)),
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
        ...{ ...passwords, known },
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
    resetSecondFactor: people.resetSecondFactor,
    hasPasskeys: passkeys.isAvailable,
    passkeys: ({ id }) => passkeys.list(id),
    startPasskey: async (headers, password) => {
      await secondFactor.confirmPassword(headers, password);
      return passkeys.startAdding(headers);
    },
    addPasskey: passkeys.add,
    removePasskey: passkeys.remove,
    audit,
  };
}

async function personOf(
  accounts: Accounts,
  clock: Clock,
  headers: Headers,
): Promise<Person | null> {
  if (!headers.has("cookie")) return null;
  const found = await accounts.api.getSession({ headers });
  if (!found || found.user.banned) return null;
  if (!(await keepActive(accounts, clock, found.session))) return null;
  const { id, name, email, role } = found.user;
  return { id, name, email, role: isRole(role) ? role : "viewer" };
}

async function emailOf(request: Request): Promise<string> {
  const { email }: { email: string } = await request.clone().json();
  return email;
}
