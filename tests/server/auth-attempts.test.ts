import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createAccountAttempts } from "../../lib/auth/account-attempts.ts";
import { knownBrowser } from "../../lib/auth/known-browser.ts";
import { type AuthRig, openAuthRig, signUp, Visitor } from "../support/auth.ts";
import "../support/cheap-passwords.ts";
import { anyEngine } from "../support/databases.ts";
import { PASSWORD, tokenOf } from "../support/links.ts";

const MINUTE = 60_000;

describe.each(anyEngine)("sign-in attempts ($name)", (engine) => {
  let rig: AuthRig;
  beforeAll(async () => {
    rig = await openAuthRig(engine);
    await signUp(rig.auth, "Ada", "admin");
  });
  afterAll(() => rig.close());

  const from = (address: string, email: string, password?: string) => {
    const body = { email, password: password ?? "correct horse battery staple" };
    const headers = { "x-errata-client": address };
    return new Visitor(rig.auth).post("/api/auth/sign-in/email", body, headers);
  };

  test("from one address are delayed more and more, which keeps nobody else out", async () => {
    const known = new Visitor(rig.auth);
    await known.signIn("ada@example.org");
    for (let n = 1; n <= 5; n += 1) {
      const attempt = from("10.0.0.1", "ada@example.org", "wrong password 1");
      await expect(attempt).rejects.toMatchObject({ code: "unauthenticated" });
    }
    const blocked = from("10.0.0.1", "Ada@example.org");
    await expect(blocked).rejects.toMatchObject({ code: "too_many_attempts" });
    expect((await from("10.0.0.2", "ada@example.org")).status).toBe(200);
    // The owner's browser, even behind the same address.
    const body = { email: "ada@example.org", password: PASSWORD };
    const sameAddress = { "x-errata-client": "10.0.0.1" };
    expect((await known.post("/api/auth/sign-in/email", body, sameAddress)).status).toBe(200);
    rig.clock.forward(15 * MINUTE);
    expect((await from("10.0.0.1", "ada@example.org")).status).toBe(200);
  });

  test("from many addresses are delayed for a minute at most, and not in a known browser", async () => {
    let now = 1_000_000;
    const attempts = createAccountAttempts(rig.database, { now: () => now });
    const email = "many@example.org";
    const attempt = (n: number, browser: string | null = null) =>
      attempts.begin({ email, address: `10.1.0.${n}`, browser });
    const tooMany = { code: "too_many_attempts" };
    for (let n = 0; n < 50; n += 1) await attempt(n);
    await expect(attempt(50)).rejects.toMatchObject({ ...tooMany, retryAfter: 2_000 });
    await attempt(51, "known");
    for (let n = 52; n < 70; n += 1) {
      now += 60_000;
      await attempt(n);
    }
    await expect(attempt(70)).rejects.toMatchObject({ ...tooMany, retryAfter: 60_000 });
    for (let n = 0; n < 4; n += 1) await attempt(70, "known");
    await expect(attempt(70, "known")).rejects.toMatchObject(tooMany);
    await attempts.succeed({ email, address: "10.1.0.70", browser: null });
    await attempt(70);
  });

  test("at invented accounts from one address soon add no more rows, and keep nobody else out", async () => {
    let now = rig.clock.now();
    const attempts = createAccountAttempts(rig.database, { now: () => now });
    const attempt = (n: number, from = `2001:db8:7:7::${n}`, browser: string | null = null) =>
      attempts.begin({ email: `invented${n}@example.org`, address: from, browser });
    const rows = async () =>
      (await rig.database.query.selectFrom("auth_account_attempt").select("key").execute()).length;
    await attempt(0);
    const before = await rows();
    for (let n = 1; n < 100; n += 1) await attempt(n);
    const full = await rows();
    expect(full - before).toBe(2 * 99);
    const tooMany = { code: "too_many_attempts" };
    for (let n = 100; n < 120; n += 1) await expect(attempt(n)).rejects.toMatchObject(tooMany);
    expect(await rows()).toBe(full);
    await attempt(1, "2001:db8:7:8::1");
    await attempt(1, undefined, "known");
    // A success at one account doesn't make room for more invented ones.
    await attempts.succeed({ email: "a@example.org", address: "2001:db8:7:7::1", browser: null });
    await expect(attempt(120)).rejects.toMatchObject(tooMany);
    now += MINUTE;
    await attempt(121);
  });

  test("count for a day, though better-auth forgets its own after a minute", async () => {
    let now = Date.now() - 12 * 15 * MINUTE;
    const attempts = createAccountAttempts(rig.database, { now: () => now });
    const attempt = { email: "slow@example.org", address: "10.3.0.1", browser: null };
    for (let n = 0; n < 12; n += 1) {
      now += 15 * MINUTE;
      await attempts.begin(attempt);
    }
    // The next sign-in from this address removes what better-auth no longer counts.
    await from("10.3.0.2", "ada@example.org");
    await sql`update auth_attempt set "lastRequest" = "lastRequest" - ${2 * MINUTE}`.execute(
      rig.database.query,
    );
    await from("10.3.0.2", "ada@example.org");
    now += 2 * MINUTE;
    await expect(attempts.begin(attempt)).rejects.toMatchObject({ code: "too_many_attempts" });
    await attempts.succeed(attempt);
  });

  test("are removed when they no longer count", async () => {
    let now = rig.clock.now();
    const attempts = createAccountAttempts(rig.database, { now: () => now });
    const attempt = (email: string) =>
      attempts.begin({ email, address: "10.2.0.1", browser: null });
    const rows = () =>
      rig.database.query.selectFrom("auth_account_attempt").select("key").execute();
    for (let n = 0; n < 5; n += 1) await attempt(`random${n}@example.org`);
    expect((await rows()).length).toBeGreaterThanOrEqual(10);
    now += 30 * 60 * MINUTE;
    await attempt("last@example.org");
    expect(await rows()).toHaveLength(3);
    await attempts.succeed({ email: "last@example.org", address: "10.2.0.1", browser: null });
  });

  test("no longer count after a day, also before they are removed", async () => {
    let now = 10_000_000_000;
    const attempts = createAccountAttempts(rig.database, { now: () => now });
    const attempt = (email: string) =>
      attempts.begin({ email, address: "10.3.0.1", browser: null });
    for (let n = 0; n < 5; n += 1) await attempt("yesterday@example.org");
    now += 24 * 60 * MINUTE - 1;
    await attempt("another@example.org");
    now += 2;
    for (let n = 0; n < 5; n += 1) await attempt("yesterday@example.org");
    await expect(attempt("yesterday@example.org")).rejects.toMatchObject({ retryAfter: 2_000 });
  });

  test("from a browser are known by a cookie for one account that nobody can change", () => {
    const browsers = knownBrowser("secret", "https://errata.example.org");
    const [cookie = ""] = browsers.write("ada@example.org").split(";");
    const read = (text: string, email: string) =>
      browsers.read(new Headers({ cookie: `a=b; ${text}` }), email);
    expect(read(cookie, "Ada@example.org")).toMatch(/^[\w-]{36}$/);
    expect(read(cookie, "grace@example.org")).toBeNull();
    expect(read(cookie.replace("=", "=0"), "ada@example.org")).toBeNull();
    expect(read("", "ada@example.org")).toBeNull();
    expect(browsers.write("ada@example.org")).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
  });

  test("are in the log and in the audit log with account and address, without the password", async () => {
    const before = rig.logged.length;
    const failed = from("10.0.1.1", "nobody@example.org", "wrong password 4");
    await expect(failed).rejects.toMatchObject({ code: "unauthenticated" });
    await from("10.0.1.2", "ada@example.org");
    const lines = rig.logged.slice(before).join("\n");
    expect(lines).toContain("sign-in failed for nobody@example.org from 10.0.1.1");
    expect(lines).not.toContain("wrong password");
    const log = await rig.auth.audit.list({ limit: 2, before: null });
    expect(log.map(({ by, action, subject }) => `${by} ${action} ${subject}`)).toEqual([
      "Ada signed in from 10.0.1.2",
      "nobody@example.org failed to sign in from 10.0.1.1",
    ]);
  });

  test("that fail unexpectedly throw the cause, and better-auth prints nothing", async () => {
    const printed = vi.spyOn(console, "error").mockReturnValue();
    const { query } = rig.database;
    await sql`alter table auth_session rename to auth_session_away`.execute(query);
    const failed = from("10.0.1.3", "ada@example.org").catch((error: unknown) => error);
    expect(String(await failed)).toMatch(/auth_session/);
    await sql`alter table auth_session_away rename to auth_session`.execute(query);
    const wrong = from("10.0.1.4", "ada@example.org", "wrong password 1");
    await expect(wrong).rejects.toMatchObject({ code: "unauthenticated" });
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  test("with two password links at once leave one session, of the newer password", async () => {
    const { person } = await signUp(rig.auth, "Twice", "viewer");
    const by = { id: "test", name: "Test" };
    const link = async () => tokenOf((await rig.auth.createPasswordLink(by, person.id)).link);
    const tokens = [await link(), await link()];
    const visitors = tokens.map(() => new Visitor(rig.auth));
    const accept = (visitor: Visitor, at: number) =>
      visitor.accept(tokens[at] ?? "", { name: "Twice", password: `another password ${at}` });
    await Promise.allSettled(visitors.map(accept));
    const people = await Promise.all(visitors.map((visitor) => visitor.person()));
    const signedIn = people.flatMap((each, at) => (each ? [at] : []));
    expect(signedIn.length).toBeLessThanOrEqual(1);
    for (const at of signedIn) {
      const again = from("10.0.2.1", "twice@example.org", `another password ${at}`);
      expect((await again).status).toBe(200);
    }
  });
});
