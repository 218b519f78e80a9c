import "server-only";
import type { Invitation } from "../contract/api/people.ts";
import { Conflict } from "../errors.ts";
import type { Accounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import type { NewAccount } from "./auth.ts";
import { parseEmail } from "./email.ts";
import type { Invitations } from "./invitations.ts";
import type { JoinedQueries } from "./joined-queries.ts";
import { libraryResponse, mapLibraryErrors } from "./library-response.ts";
import { requirePassword } from "./password.ts";
import { parseName } from "./person-name.ts";
import type { AuthSchema } from "./schema/schema.ts";

/** Creates the account of an open invitation, or sets its new password, and signs in. */
export async function acceptInvitation(
  dependencies: {
    accounts: () => Promise<Accounts>;
    invitations: Invitations;
    audit: Audit;
    transaction: JoinedQueries<AuthSchema>["run"];
  },
  invitation: Invitation,
  account: NewAccount,
  headers: Headers,
): Promise<Response> {
  const { invitations, audit, transaction } = dependencies;
  const accounts = await dependencies.accounts();
  const email = invitation.email ?? parseEmail(account.email ?? "");
  const { password } = account;
  const name = parseName(account.name);
  await requirePassword(password, [name, email]);
  const { internalAdapter, password: passwords } = await accounts.$context;
  // Outside the transaction, because it takes a tenth of a second.
  const hash = await passwords.hash(password);
  const resetUserId = await transaction(async () => {
    // Ended first, so that only one of two simultaneous requests creates the account.
    if (!(await invitations.end(invitation.id)))
      throw new Conflict("This link was just used. Sign in instead.");
    const existing = await internalAdapter.findUserByEmail(email);
    if (existing && !invitation.email) {
      throw new Conflict("An account with this email address already exists. Sign in instead.");
    }
    if (existing) {
      await setPassword(accounts, existing.user.id, hash);
      // Any other open link could set another password later.
      await invitations.endAll(email);
      await audit.record(existing.user, "set a new password for", email);
      return existing.user.id;
    }
    await createUser(accounts, { email, name, hash, role: invitation.role });
    if (!invitation.email) await invitations.endSetupLinks();
    return null;
  });
  const body = { email, password };
  const response = await accounts.api.signInEmail({ body, headers, asResponse: true });
  // Checked after the session exists: if another link changed the password earlier, this check finds out;
  // if it does so later, it ends this session.
  if (resetUserId && (await passwordHash(accounts, resetUserId)) !== hash) {
    const { token }: { token?: string } = await response.json();
    if (token) await internalAdapter.deleteSession(token);
    throw new Conflict(
      "Someone just set a new password with another link. Sign in with that password.",
    );
  }
  return libraryResponse(response);
}

async function passwordHash({ $context }: Accounts, userId: string): Promise<string | null> {
  const accounts = await (await $context).internalAdapter.findAccounts(userId);
  return accounts.find(({ providerId }) => providerId === "credential")?.password ?? null;
}

async function createUser(
  { api, $context }: Accounts,
  { email, name, role, hash }: { email: string; name: string; role: string; hash: string },
): Promise<void> {
  const { user } = await mapLibraryErrors(
    api.createUser({ body: { email, name, data: { role } } }),
  );
  await (await $context).internalAdapter.linkAccount(credentialOf(user.id, hash));
}

/** Sets a password and ends all sessions of the user. */
async function setPassword(accounts: Accounts, userId: string, hash: string): Promise<void> {
  const { internalAdapter } = await accounts.$context;
  const userAccounts = await internalAdapter.findAccounts(userId);
  if (userAccounts.some(({ providerId }) => providerId === "credential")) {
    await internalAdapter.updatePassword(userId, hash);
  } else {
    await internalAdapter.linkAccount(credentialOf(userId, hash));
  }
  await internalAdapter.deleteUserSessions(userId);
}

function credentialOf(userId: string, hash: string) {
  return { providerId: "credential", accountId: userId, userId, password: hash };
}
