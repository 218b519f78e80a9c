import * as accountRoutes from "../contract/api/account-routes.ts";
import { request } from "./request.ts";

export function signInWithPassword(account: { email: string; password: string }) {
  return request(accountRoutes.signIn, { body: account });
}

/**
 * Returns the URL of the sign-in provider.
 * @param next path on this server to return to
 * @param invitation token of the invitation link that was opened
 */
export function signInAtProvider(next: string, invitation?: string) {
  const errorPath = invitation
    ? `/invitation/${invitation}`
    : `/sign-in?next=${encodeURIComponent(next)}`;
  return request(accountRoutes.signInWithProvider, {
    body: {
      provider: "oidc",
      callbackURL: next,
      errorCallbackURL: errorPath,
      disableRedirect: true,
      ...(invitation ? { additionalData: { invitation } } : {}),
    },
  });
}

/** Creates the account of an invitation, or sets its new password, and signs in. */
export function acceptInvitation(account: {
  token: string;
  name: string;
  password: string;
  email?: string;
}) {
  return request(accountRoutes.acceptInvitation, { body: account });
}

export function signOut() {
  return request(accountRoutes.signOut, { body: {} });
}
