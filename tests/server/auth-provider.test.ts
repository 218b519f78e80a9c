import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AuthRig, openAuthRig, PUBLIC_URL, signUp, Visitor } from "../support/auth.ts";
import "../support/cheap-passwords.ts";
import { anyEngine } from "../support/databases.ts";
import { tokenOf } from "../support/links.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { approve, CLIENT, grace, signIn, startSignIn } from "../support/provider-visit.ts";

const BY = { id: "test", name: "Test" };
let provider: Provider;
beforeEach(async () => {
  provider = await startProvider();
  provider.as(grace);
});
afterEach(() => provider.stop());

/** Returns a valid token for this client, as if one had leaked. */
async function leakedToken(): Promise<string> {
  const body = new URLSearchParams({ grant_type: "authorization_code", code: "any" });
  const answer = await fetch(`${provider.issuer}/token`, { method: "POST", body });
  return (await answer.json()).id_token;
}

describe.each(anyEngine)("sign-in through a provider ($name)", (engine) => {
  let rig: AuthRig;
  beforeEach(async () => {
    const oidc = { issuer: provider.issuer, ...CLIENT };
    rig = await openAuthRig(engine, { oidc, allowedDomains: ["example.org"] });
  });
  afterEach(() => rig.close());

  test("creates a viewer for an allowed domain and returns to the page", async () => {
    const visitor = new Visitor(rig.auth);
    const address = await startSignIn(visitor);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "errata",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{32}$/),
      state: expect.stringMatching(/^[\w-]{32}$/),
      redirect_uri: `${PUBLIC_URL}/api/auth/callback/oidc`,
    });
    const answer = await visitor.get(await approve(address));
    expect(answer.headers.get("location")).toBe("/docs/feedback?q=token");
    expect(await visitor.person()).toMatchObject({ email: "grace@example.org", role: "viewer" });
    expect(provider.tokenRequests[0]).toMatchObject({
      code_verifier: expect.stringMatching(/^[\w-]{43,128}$/),
    });

    const second = new Visitor(rig.auth);
    await signIn(second);
    expect((await second.person())?.id).toBe((await visitor.person())?.id);
    const { people } = await rig.auth.people();
    expect(people).toMatchObject([{ name: "Grace", signsInWith: ["provider"] }]);
    const log = await rig.auth.audit.list({ limit: 10, before: null });
    expect(log.map(({ by, action }) => `${by} ${action}`)).toEqual([
      "Grace signed in from",
      "Grace signed in from",
      "Grace signed up as viewer with",
    ]);
    const stored = await rig.database.query.selectFrom("auth_account").selectAll().execute();
    expect(stored).toMatchObject([{ accessToken: null, refreshToken: null, idToken: null }]);
  });

  // Rejected before anything is stored, so on one database as on the other.
  test.runIf(engine.name === "sqlite").each([
    ["a domain that isn't allowed", { email: "grace@example.com" }, "domain_not_allowed"],
    ["a subdomain of an allowed domain", { email: "g@evil.example.org" }, "domain_not_allowed"],
    ["a look-alike domain", { email: "g@example.org.evil.net" }, "domain_not_allowed"],
    ["a two-line email", { email: "g@evil.net\n@example.org" }, "email_not_verified"],
    ["an address of two servers", { email: "g@evil.net@example.org" }, "email_not_verified"],
    ["an address confirmed in words", { email_verified: "true" }, "email_not_verified"],
    ["an unconfirmed address", { email_verified: false }, "email_not_verified"],
    ["an address nobody speaks of", { email_verified: undefined }, "email_not_verified"],
    ["another issuer's token", { iss: "http://evil.invalid" }, "unable_to_get_user_info"],
    ["another client's token", { aud: "other" }, "unable_to_get_user_info"],
    ["an expired token", { exp: 1_000_000_000 }, "unable_to_get_user_info"],
    ["another sign-in's nonce", { nonce: "replayed" }, "unable_to_get_user_info"],
  ])("rejects %s", async (_what, difference, code) => {
    provider.as({ ...grace, ...difference });
    const visitor = new Visitor(rig.auth);
    const back = new URL(await signIn(visitor), PUBLIC_URL);
    expect([back.pathname, back.searchParams.get("error")]).toEqual(["/sign-in", code]);
    expect(await visitor.person()).toBeNull();
    expect((await rig.auth.people()).people).toEqual([]);
  });

  test.each([
    ["Ada\u202e\nAdmin\u200b", "Ada Admin"],
    ["\n", "grace@example.org"],
    ["💥".repeat(9_000), "💥".repeat(50)],
  ])("reduces the provider's name to one line", async (received, name) => {
    provider.as({ ...grace, name: received, role: "admin" });
    const visitor = new Visitor(rig.auth);
    await signIn(visitor);
    expect(await visitor.person()).toMatchObject({ name, role: "viewer" });
  });

  test("rejects a token with an unknown signature", async () => {
    provider.breakSignatures();
    const visitor = new Visitor(rig.auth);
    expect(await signIn(visitor)).toContain("error=unable_to_get_user_info");
    expect(await visitor.person()).toBeNull();
  });

  test("accepts a callback once and only in the same browser", async () => {
    const visitor = new Visitor(rig.auth);
    const back = await approve(await startSignIn(visitor));
    const thief = new Visitor(rig.auth);
    expect((await thief.get(back)).headers.get("location")).toContain("error=state_mismatch");
    expect(await thief.person()).toBeNull();

    const other = new Visitor(rig.auth);
    const theirs = await approve(await startSignIn(other));
    await other.get(theirs);
    expect(await other.person()).not.toBeNull();
    const replayed = new Visitor(rig.auth);
    expect((await replayed.get(theirs)).headers.get("location")).toContain("error=");
    expect(await replayed.person()).toBeNull();
    expect(
      (
        await visitor.get(
          back.replace(/state=(.)/, (_, first) => `state=${first === "0" ? "1" : "0"}`),
        )
      ).status,
    ).toBe(302);
    expect(await visitor.person()).toBeNull();
  });

  test.each([
    ["a token instead of a code", async () => ({ idToken: { token: await leakedToken() } })],
    ["additional scopes", async () => ({ scopes: ["admin"] })],
    ["additional URL parameters", async () => ({ additionalParams: { prompt: "none" } })],
  ])("rejects a request with %s", async (_what, more) => {
    const visitor = new Visitor(rig.auth);
    const body = { provider: "oidc", callbackURL: "/", disableRedirect: true, ...(await more()) };
    const response = visitor.post("/api/auth/sign-in/social", body);
    await expect(response).rejects.toMatchObject({ code: "invalid_request" });
    expect(await visitor.person()).toBeNull();
  });

  test("redirects only to URLs of this server", async () => {
    const visitor = new Visitor(rig.auth);
    for (const callbackURL of ["https://evil.invalid/", "//evil.invalid", "/\\evil.invalid"]) {
      const body = { provider: "oidc", callbackURL, disableRedirect: true };
      const response = visitor.post("/api/auth/sign-in/social", body);
      await expect(response, callbackURL).rejects.toMatchObject({ code: "invalid_request" });
    }
    for (const errorCallbackURL of ["/.//evil.test", "/x/..//evil.test", "//evil.test"]) {
      const body = { provider: "oidc", callbackURL: "/", errorCallbackURL, disableRedirect: true };
      const response = visitor.post("/api/auth/sign-in/social", body);
      await expect(response, errorCallbackURL).rejects.toMatchObject({ code: "invalid_request" });
    }
  });

  test("doesn't link to a password account with the same email", async () => {
    const { person } = await signUp(rig.auth, "Grace", "admin");
    const visitor = new Visitor(rig.auth);
    expect(await signIn(visitor)).toContain("error=account_not_linked");
    expect(await visitor.person()).toBeNull();
    const { people } = await rig.auth.people();
    expect(people).toMatchObject([{ id: person.id, signsInWith: ["password"] }]);
  });

  test("accepts an invited person from any domain, with the invitation's email and role, once", async () => {
    await signUp(rig.auth, "Ada", "admin");
    provider.as({ ...grace, email: "guest@elsewhere.net", sub: "guest" });
    const { link } = await rig.auth.invite(BY, { email: "guest@elsewhere.net", role: "triager" });
    provider.as({ ...grace, email: "other@elsewhere.net", sub: "other" });
    const other = new Visitor(rig.auth);
    expect(await signIn(other, tokenOf(link))).toContain("error=domain_not_allowed");
    provider.as({ ...grace, email: "guest@elsewhere.net", sub: "guest" });
    const guest = new Visitor(rig.auth);
    expect(await signIn(guest, tokenOf(link))).toBe("/docs/feedback?q=token");
    expect(await guest.person()).toMatchObject({ role: "triager" });
    await expect(rig.auth.invitation(tokenOf(link))).rejects.toMatchObject({ code: "not_found" });
    const later = new Visitor(rig.auth);
    await signIn(later);
    expect((await later.person())?.id).toBe((await guest.person())?.id);
  });

  test("ends an open invitation when the person signs up without it", async () => {
    await signUp(rig.auth, "Ada", "admin");
    const { link } = await rig.auth.invite(BY, { email: "grace@example.org", role: "admin" });
    const visitor = new Visitor(rig.auth);
    await signIn(visitor);
    expect(await visitor.person()).toMatchObject({ role: "viewer" });
    const finder = new Visitor(rig.auth);
    const late = finder.accept(tokenOf(link), { name: "Finder" });
    await expect(late).rejects.toMatchObject({ code: "not_found" });
    expect((await rig.auth.people()).invitations).toEqual([]);
  });

  test("rejects a disabled person", async () => {
    await signUp(rig.auth, "Ada", "admin");
    const visitor = new Visitor(rig.auth);
    await signIn(visitor);
    const id = (await visitor.person())?.id ?? "";
    await rig.auth.setDisabled(BY, id, true);
    expect(await visitor.person()).toBeNull();
    expect(await signIn(new Visitor(rig.auth))).toContain("error=BANNED_USER");
  });
});
