import { PUBLIC_URL, type Visitor } from "./auth.ts";
import type { Claims } from "./provider.ts";

/** Errata's client credentials at the provider. */
export const CLIENT = { clientId: "errata", clientSecret: "client-secret-0123456789" };
export const grace: Claims = {
  sub: "grace",
  aud: CLIENT.clientId,
  email: "Grace@example.org",
  email_verified: true,
  name: "Grace",
};

/** Returns the provider's URL, as the button on the sign-in page does. */
export async function startSignIn(visitor: Visitor, invitation?: string): Promise<URL> {
  const response = await visitor.post("/api/auth/sign-in/social", {
    provider: "oidc",
    callbackURL: "/docs/feedback?q=token",
    errorCallbackURL: "/sign-in?next=%2F",
    disableRedirect: true,
    ...(invitation ? { additionalData: { invitation } } : {}),
  });
  return new URL((await response.json()).url);
}

/** Visits the provider, which approves immediately. @returns the callback URL */
export async function approve(url: URL): Promise<string> {
  const response = await fetch(url, { redirect: "manual" });
  return response.headers.get("location") ?? "";
}

/** Signs in through the provider. @returns the path in Errata that the browser ends up on */
export async function signIn(visitor: Visitor, invitation?: string): Promise<string> {
  const response = await visitor.get(await approve(await startSignIn(visitor, invitation)));
  return (response.headers.get("location") ?? "").replace(PUBLIC_URL, "");
}
