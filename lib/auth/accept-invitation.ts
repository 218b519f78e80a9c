import "server-only";
import { PASSWORD_LENGTH } from "../contract/api/limits.ts";
import type { Invitation } from "../contract/api/people.ts";
import { Conflict, InvalidRequest } from "../errors.ts";
import type { Accounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import type { NewAccount } from "./auth.ts";
import { parseEmail } from "./email.ts";
import type { Invitations } from "./invitations.ts";
import { libraryResponse, mapLibraryErrors } from "./library-response.ts";
import { parseName } from "./person-name.ts";

/** Creates the account of an open invitation, or sets its new password, and signs in. */
export async function acceptInvitation(
  dependencies: { accounts: () => Promise<Accounts>; invitations: Invitations; audit: Audit },
  invitation: Invitation,
  account: NewAccount,
  headers: Headers,
): Promise<Response> {
  const { invitations, audit } = dependencies;
  const accounts = await dependencies.accounts();
  const email = invitation.email ?? parseEmail(account.email ?? "");
  const { password } = account;
  const name = parseName(account.name);
  requirePassword(password);
  // Ended first, so that only one of two simultaneous requests creates the account.
  if (!(await invitations.end(invitation.id)))
    throw new Conflict("This link has just been used. Sign in instead.");
  const { internalAdapter } = await accounts.$context;
  let reset: { userId: string; hash: string } | null = null;
  try {
    const existing = await internalAdapter.findUserByEmail(email);
    if (existing && !invitation.email) {
      throw new Conflict("An account with this email already exists. Sign in instead.");
    }
    if (existing) {
      const userId = existing.user.id;
      reset = { userId, hash: await setPassword(accounts, userId, password) };
      // Any other open link could set another password later.
      await invitations.endAll(email);
      await audit.record(existing.user, "set a new password for", email);
    } else {
      await mapLibraryErrors(
        createUser(accounts, { email, name, password, role: invitation.role }),
      );
      if (!invitation.email) await invitations.endSetupLinks();
    }
  } catch (error) {
    await invitations.reopen(invitation.id);
    throw error;
  }
  const body = { email, password };
  const response = await accounts.api.signInEmail({ body, headers, asResponse: true });
  // Checked after the session exists: if another link changed the password earlier, this check finds out;
  // if it does so later, it ends this session.
  if (reset && (await passwordHash(accounts, reset.userId)) !== reset.hash) {
    const { token }: { token?: string } = await response.json();
    if (token) await internalAdapter.deleteSession(token);
    throw new Conflict("Another link has just set a newer password. Sign in with that one.");
  }
  return libraryResponse(response);
}

async function passwordHash({ $context }: Accounts, userId: string): Promise<string | null> {
  const accounts = await (await $context).internalAdapter.findAccounts(userId);
  return accounts.find(({ providerId }) => providerId === "credential")?.password ?? null;
}

function createUser(
  { api }: Accounts,
  { role, ...account }: { email: string; name: string; password: string; role: string },
) {
  return api.createUser({ body: { ...account, data: { role } } });
}

/** Sets a password, ends all sessions of the user, and returns the password's hash. */
async function setPassword(accounts: Accounts, userId: string, password: string): Promise<string> {
  const { internalAdapter, password: passwords } = await accounts.$context;
  const hash = await passwords.hash(password);
  const userAccounts = await internalAdapter.findAccounts(userId);
  if (userAccounts.some(({ providerId }) => providerId === "credential")) {
    await internalAdapter.updatePassword(userId, hash);
  } else {
    const credential = { providerId: "credential", accountId: userId, userId, password: hash };
    await internalAdapter.linkAccount(credential);
  }
  await internalAdapter.deleteUserSessions(userId);
  return hash;
}

function requirePassword(password: string): void {
  if (password.length < PASSWORD_LENGTH.minimum || password.length > PASSWORD_LENGTH.maximum) {
    throw new InvalidRequest(
      `password: must be ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters`,
    );
  }
}
