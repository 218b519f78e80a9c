import { fetchJson } from "./fetch-json.ts";

/** Where the browser goes on; null where it stays. */
interface SignedIn {
  url: string | null;
}

export function signInWithPassword(account: {
  email: string;
  password: string;
}): Promise<SignedIn> {
  return fetchJson("/api/auth/sign-in/email", { method: "POST", body: account });
}

/**
 * The address of the provider to go to.
 * @param next where to come back to, on this server
 * @param invitation the token of the link that one came with
 */
export function signInAtProvider(next: string, invitation?: string): Promise<SignedIn> {
  const back = invitation
    ? `/invitation/${invitation}`
    : `/sign-in?next=${encodeURIComponent(next)}`;
  return fetchJson("/api/auth/sign-in/social", {
    method: "POST",
    body: {
      provider: "oidc",
      callbackURL: next,
      errorCallbackURL: back,
      disableRedirect: true,
      ...(invitation ? { additionalData: { invitation } } : {}),
    },
  });
}

/** Makes the account that a link is for, or its new password, and signs in. */
export function acceptInvitation(account: {
  token: string;
  name: string;
  password: string;
  email?: string;
}): Promise<SignedIn> {
  return fetchJson("/api/invitation", { method: "POST", body: account });
}

export function signOut(): Promise<SignedIn> {
  return fetchJson("/api/auth/sign-out", { method: "POST", body: {} });
}
