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
  try {
    const { internalAdapter } = await accounts.$context;
    const existing = await internalAdapter.findUserByEmail(email);
    if (existing && !invitation.email) {
      throw new Conflict("An account with this email already exists. Sign in instead.");
    }
    if (existing) {
      await setPassword(accounts, existing.user.id, password);
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
  return libraryResponse(await accounts.api.signInEmail({ body, headers, asResponse: true }));
}

function createUser(
  { api }: Accounts,
  { role, ...account }: { email: string; name: string; password: string; role: string },
) {
  return api.createUser({ body: { ...account, data: { role } } });
}

/** Sets a password and ends all sessions of the user. */
async function setPassword(accounts: Accounts, userId: string, password: string): Promise<void> {
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
}

function requirePassword(password: string): void {
  if (password.length < PASSWORD_LENGTH.minimum || password.length > PASSWORD_LENGTH.maximum) {
    throw new InvalidRequest(
      `password: must be ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters`,
    );
  }
}
