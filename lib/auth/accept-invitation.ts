import "server-only";
import { PASSWORD_LENGTH } from "../contract/api/limits.ts";
import type { Invitation } from "../contract/api/people.ts";
import { Conflict, InvalidRequest } from "../errors.ts";
import type { Accounts } from "./accounts.ts";
import type { Audit } from "./audit.ts";
import type { NewAccount } from "./auth.ts";
import { parseEmail } from "./email.ts";
import type { Invitations } from "./invitations.ts";
import { answered, libraryResponse } from "./library-response.ts";
import { parseName } from "./person-name.ts";

/** Makes the account that an open invitation is for, or its new password, and signs in. */
export async function acceptInvitation(
  parts: { accounts: () => Promise<Accounts>; invitations: Invitations; audit: Audit },
  invitation: Invitation,
  account: NewAccount,
  headers: Headers,
): Promise<Response> {
  const { invitations, audit } = parts;
  const accounts = await parts.accounts();
  const email = invitation.email ?? parseEmail(account.email ?? "");
  const { password } = account;
  const name = parseName(account.name);
  requirePassword(password);
  // Used up first: of two who follow a link at once, one makes the account.
  if (!(await invitations.end(invitation.id))) throw new Conflict("This link was just used.");
  try {
    const { internalAdapter } = await accounts.$context;
    const known = await internalAdapter.findUserByEmail(email);
    if (known && !invitation.email) throw new Conflict("This address has an account already.");
    if (known) {
      await setPassword(accounts, known.user.id, password);
      // Other links that were made meanwhile: each would set another password later.
      await invitations.endOf(email);
      await audit.record(known.user, "set a new password for", email);
    } else {
      await answered(create(accounts, { email, name, password, role: invitation.role }));
      if (!invitation.email) await invitations.endSetUps();
    }
  } catch (error) {
    await invitations.reopen(invitation.id);
    throw error;
  }
  const body = { email, password };
  return libraryResponse(await accounts.api.signInEmail({ body, headers, asResponse: true }));
}

function create(
  { api }: Accounts,
  { role, ...account }: { email: string; name: string; password: string; role: string },
) {
  return api.createUser({ body: { ...account, data: { role } } });
}

/** Also ends the sessions under the old one. */
async function setPassword(accounts: Accounts, userId: string, password: string): Promise<void> {
  const { internalAdapter, password: passwords } = await accounts.$context;
  const hash = await passwords.hash(password);
  const known = await internalAdapter.findAccounts(userId);
  if (known.some(({ providerId }) => providerId === "credential")) {
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
      `password: must have ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters`,
    );
  }
}
