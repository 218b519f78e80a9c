import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  ATTEMPT_LIFETIME_MS,
  createAccountAttempts,
  removeOldAttempts,
} from "../../lib/auth/account-attempts.ts";
import { knownBrowser } from "../../lib/auth/known-browser.ts";
import { AppError } from "../../lib/errors.ts";
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
    // better-auth's own limit of 10 in a minute would count these as well.
    for (let n = 0; n < 20; n += 1) {
      expect((await from("10.0.0.1", "ada@example.org")).status).toBe(200);
    }
  });

  const wrong = () => Promise.reject(new AppError("unauthenticated", "Incorrect."));
  const right = () => Promise.resolve("signed in");
  const tooMany = { code: "too_many_attempts" };
  const unauthenticated = { code: "unauthenticated" };
  /** Attempts without HTTP and hashing, with a clock of their own. */
  function counted(at = rig.clock.now()) {
    const clock = { now: at };
    const attempts = createAccountAttempts(rig.database, { now: () => clock.now });
    const attempt = (
      name: string,
      address: string,
      work: () => Promise<string> = wrong,
      browser: string | null = null,
    ) => attempts.make({ email: `${name}@example.org`, address, browser }, work);
    const fail = (name: string, address: string, browser: string | null = null) =>
      expect(attempt(name, address, wrong, browser)).rejects.toMatchObject(unauthenticated);
    const refuse = (name: string, address: string, browser: string | null = null) =>
      expect(attempt(name, address, right, browser)).rejects.toMatchObject(tooMany);
    return { clock, attempts, attempt, fail, refuse };
  }
  const rows = () =>
    rig.database.query.selectFrom("auth_account_attempt").select(["key", "count"]).execute();

  test("of a team behind one address never keep it out, whatever its typos", async () => {
    const { clock, attempt, fail } = counted();
    const address = "10.4.0.1";
    for (let n = 0; n < 300; n += 1) {
      clock.now += 20_000;
      const name = `team${n % 10}`;
      if (n % 30 < 5) await fail(name, address);
      expect(await attempt(name, address, right)).toBe("signed in");
    }
  });

  test("of a team at once, and with an account that is disabled, count only while they last", async () => {
    const { attempt, fail } = counted();
    const address = "10.4.1.1";
    for (let n = 0; n < 90; n += 1) await fail(`typo${n}`, address);
    const together = Array.from({ length: 10 }, (_, n) => attempt(`once${n}`, address, right));
    expect(new Set(await Promise.all(together))).toEqual(new Set(["signed in"]));
    const banned = () => Promise.reject(new AppError("forbidden", "Disabled."));
    for (let n = 0; n < 20; n += 1) {
      await expect(attempt("banned", address, banned)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await attempt("last", address, right)).toBe("signed in");
  });

  test("at once count together, before any of them has failed", async () => {
    const { attempt } = counted();
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => attempt("burst", "10.4.2.1")),
    );
    const codes = results.map((result) => result.status === "rejected" && result.reason.code);
    expect(codes.filter((code) => code === "unauthenticated")).toHaveLength(5);
    expect(codes.filter((code) => code === "too_many_attempts")).toHaveLength(35);
  });

  test("from one network are delayed, and a success in between doesn't extend the delay", async () => {
    const { clock, attempt, fail, refuse } = counted();
    const address = "10.4.3.1";
    for (let n = 0; n < 100; n += 1) await fail(`guess${n}`, address);
    await expect(attempt("guess100", address)).rejects.toMatchObject({
      ...tooMany,
      retryAfter: 2_000,
      message: "Too many failed attempts from your network. Try again in 2 seconds.",
    });
    clock.now += 2_000;
    expect(await attempt("honest", address, right)).toBe("signed in");
    await fail("guess100", address);
    await refuse("honest", address);
    expect(await attempt("honest", address, right, "known")).toBe("signed in");
    // An hour after the first failure, all of them are forgotten, whatever came in between.
    clock.now += 59 * MINUTE;
    await fail("guess101", address);
    clock.now += MINUTE;
    for (let n = 0; n < 100; n += 1) await fail(`later${n}`, address);
  });

  test("from many addresses are delayed for a minute at most, and not in a known browser", async () => {
    const { clock, attempt, fail, refuse } = counted();
    const from = (n: number) => `10.1.0.${n}`;
    for (let n = 0; n < 50; n += 1) await fail("many", from(n));
    await expect(attempt("many", from(50))).rejects.toMatchObject({
      ...tooMany,
      retryAfter: 2_000,
      message: "Too many failed attempts. Try again in 2 seconds.",
    });
    await fail("many", from(51), "known");
    for (let n = 52; n < 70; n += 1) {
      clock.now += MINUTE;
      await fail("many", from(n));
    }
    await expect(attempt("many", from(70))).rejects.toMatchObject({ retryAfter: MINUTE });
    for (let n = 0; n < 4; n += 1) await fail("many", from(70), "known");
    await refuse("many", from(70), "known");
    clock.now += MINUTE;
    await attempt("many", from(71), right);
    await fail("many", from(70));
  });

  test("at invented accounts from one address soon add no more rows, and keep nobody else out", async () => {
    const { clock, attempt, fail, refuse } = counted();
    const address = (n: number) => `2001:db8:7:7::${n}`;
    await fail("invented0", address(0));
    const before = (await rows()).length;
    for (let n = 1; n < 100; n += 1) await fail(`invented${n}`, address(n));
    const full = (await rows()).length;
    expect(full - before).toBe(2 * 99);
    for (let n = 100; n < 120; n += 1) await refuse(`invented${n}`, address(n));
    expect((await rows()).length).toBe(full);
    await fail("invented1", "2001:db8:7:8::1");
    await fail("invented1", address(1), "known");
    clock.now += MINUTE;
    // A success at one account doesn't make room for more invented ones.
    await attempt("own", address(1), right);
    await fail("invented121", address(1));
    await refuse("invented122", address(1));
  });

  test("count for a day, and say how long to wait", async () => {
    const { clock, attempt, fail } = counted();
    for (let n = 0; n < 14; n += 1) {
      await fail("slow", "10.3.0.1");
      clock.now += 15 * MINUTE;
    }
    clock.now -= 14 * MINUTE;
    await expect(attempt("slow", "10.3.0.1")).rejects.toMatchObject({
      ...tooMany,
      retryAfter: 14 * MINUTE,
      message: "Too many failed attempts. Try again in 14 minutes.",
    });
    clock.now += 14 * MINUTE;
    await attempt("slow", "10.3.0.1", right);
    for (let n = 0; n < 5; n += 1) await fail("slow", "10.3.0.1");
  });

  test("no longer count a day after the first, and are then removed", async () => {
    const { clock, fail, refuse } = counted();
    for (let n = 0; n < 5; n += 1) await fail("yesterday", "10.2.0.1");
    clock.now += 24 * 60 * MINUTE - 1;
    await fail("yesterday", "10.2.0.1");
    await refuse("yesterday", "10.2.0.1");
    clock.now += 1;
    for (let n = 0; n < 5; n += 1) await fail("yesterday", "10.2.0.1");
    await refuse("yesterday", "10.2.0.1");
    clock.now += 25 * 60 * MINUTE;
    await fail("last", "10.2.0.1");
    const remove = (limit: number) =>
      removeOldAttempts(rig.database.query, clock.now - ATTEMPT_LIFETIME_MS, limit);
    expect(await remove(1)).toBe(1);
    await remove(1_000);
    expect(await rows()).toHaveLength(3);
  });

  test("that only start are limited by minute and network", async () => {
    const { clock, attempts } = counted();
    for (let n = 0; n < 300; n += 1) await attempts.start("10.5.0.1");
    await expect(attempts.start("10.5.0.1")).rejects.toMatchObject({
      ...tooMany,
      retryAfter: 2_000,
      message: "Too many sign-ins from your network. Try again in 2 seconds.",
    });
    await attempts.start("10.5.0.2");
    clock.now += MINUTE;
    for (let n = 0; n < 300; n += 1) await attempts.start("10.5.0.1");
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
