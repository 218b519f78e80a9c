import { PUBLIC_URL, type Visitor } from "./auth.ts";
import type { Claims } from "./provider.ts";

/** What the provider knows Errata by. */
export const CLIENT = { clientId: "errata", clientSecret: "client-secret-0123456789" };
export const grace: Claims = {
  sub: "grace",
  aud: CLIENT.clientId,
  email: "Grace@example.org",
  email_verified: true,
  name: "Grace",
};

/** Asks for the provider's address, as the button of the sign-in page does. */
export async function begin(visitor: Visitor, invitation?: string): Promise<URL> {
  const answer = await visitor.post("/api/auth/sign-in/social", {
    provider: "oidc",
    callbackURL: "/docs/feedback?q=token",
    errorCallbackURL: "/sign-in?next=%2F",
    disableRedirect: true,
    ...(invitation ? { additionalData: { invitation } } : {}),
  });
  return new URL((await answer.json()).url);
}

/** Goes to the provider, which agrees at once. @returns the address that it sends the browser to */
export async function agree(address: URL): Promise<string> {
  const answer = await fetch(address, { redirect: "manual" });
  return answer.headers.get("location") ?? "";
}

/** The whole way. @returns where the browser ends: a path of Errata */
export async function signIn(visitor: Visitor, invitation?: string): Promise<string> {
  const answer = await visitor.get(await agree(await begin(visitor, invitation)));
  return (answer.headers.get("location") ?? "").replace(PUBLIC_URL, "");
}
