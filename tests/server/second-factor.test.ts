import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthRig, openAuthRig, signUp, Visitor } from "../support/auth.ts";
import "../support/cheap-passwords.ts";
import { anyEngine } from "../support/databases.ts";
import { PASSWORD, tokenOf } from "../support/links.ts";
import { decodeSecret, totp } from "../support/totp.ts";

const BY = { id: "test", name: "Test" };

describe.each(anyEngine)("a second factor ($name)", (engine) => {
  let rig: AuthRig;
  beforeAll(async () => {
    rig = await openAuthRig(engine, { requireSecondFactor: ["admin"] });
    await signUp(rig.auth, "Ada", "admin");
  });
  afterAll(() => rig.close());

  const TOTP = "/api/auth/two-factor/verify-totp";
  const RECOVERY = "/api/auth/two-factor/verify-backup-code";
  /** An address of its own for each visitor, because addresses are limited. */
  let addresses = 0;
  const post = (visitor: Visitor, path: string, body: object) => {
    addresses += 1;
    return visitor.post(path, body, { "x-errata-client": `10.9.0.${addresses}` });
  };
  const enter = (visitor: Visitor, path: string, code: string) => post(visitor, path, { code });
  const signIn = (visitor: Visitor, email: string) =>
    post(visitor, "/api/auth/sign-in/email", { email, password: PASSWORD });
  const actions = async (limit: number) =>
    (await rig.auth.audit.list({ limit, before: null })).map(
      ({ by, action, subject }) => `${by} ${action} ${subject}`,
    );

  /** Creates a person with a second factor. */
  async function enrolled(name: string) {
    const { visitor, person } = await signUp(rig.auth, name, "triager");
    const started = await rig.auth.startSecondFactor(visitor.headers, PASSWORD);
    await enter(visitor, TOTP, totp(started.secret));
    return { visitor, person, ...started, email: `${name.toLowerCase()}@example.org` };
  }

  async function passwordOnly(email: string): Promise<Visitor> {
    const visitor = new Visitor(rig.auth);
    const answer = await signIn(visitor, email);
    expect(await answer.json()).toEqual({ url: null, needsCode: true });
    expect(await visitor.person()).toBeNull();
    return visitor;
  }

  test("is turned on with the password and a code, and stored encrypted", async () => {
    const { auth, database } = rig;
    const { visitor, person } = await signUp(auth, "Tess", "triager");
    const wrong = auth.startSecondFactor(visitor.headers, "wrong password 1");
    await expect(wrong).rejects.toMatchObject({ message: "Incorrect password. Try again." });
    const started = await auth.startSecondFactor(visitor.headers, PASSWORD);
    expect(started.uri).toMatch(/^otpauth:\/\/totp\/Errata:tess%40example\.org\?/);
    expect(started.recoveryCodes).toHaveLength(10);
    expect(started.qr).toMatchObject({
      size: expect.any(Number),
      path: expect.stringMatching(/^M/),
    });
    expect(await auth.secondFactor(person)).toMatchObject({ isOn: false });
    const bad = enter(visitor, TOTP, "000000");
    await expect(bad).rejects.toMatchObject({
      message: expect.stringContaining("incorrect or was already used"),
    });
    await enter(visitor, TOTP, totp(started.secret));
    expect(await auth.secondFactor(person)).toEqual({
      isOn: true,
      hasPassword: true,
      isMissing: false,
    });
    expect(await visitor.person()).toMatchObject({ name: "Tess" });
    expect(await actions(3)).toContain(
      "Tess turned on two-factor authentication for tess@example.org",
    );
    const again = auth.startSecondFactor(visitor.headers, PASSWORD);
    await expect(again).rejects.toMatchObject({ code: "invalid_request" });
    const { rows } = await sql`select * from auth_second_factor`.execute(database.query);
    const stored = JSON.stringify(rows);
    expect(stored).toContain(person.id);
    for (const code of started.recoveryCodes) expect(stored).not.toContain(code);
    expect(stored).not.toContain(started.secret);
    expect(stored).not.toContain(decodeSecret(started.secret).toString());
  });

  test("can't be reached around Errata's own routes, and no browser skips it", async () => {
    const { visitor, email, secret } = await enrolled("Gil");
    for (const name of [
      ...["enable", "disable", "get-totp-uri", "generate-backup-codes", "view-backup-codes"],
      ...["send-otp", "verify-otp", "generate"],
    ]) {
      const body = { password: PASSWORD };
      const sent = visitor.post(`/api/auth/two-factor/${name}`, body);
      await expect(sent, name).rejects.toMatchObject({ code: "not_found" });
    }
    const late = await passwordOnly(email);
    for (const option of ["trustDevice", "disableSession"]) {
      const sent = late.post(TOTP, { code: totp(secret, 1), [option]: true });
      await expect(sent, option).rejects.toMatchObject({ code: "invalid_request" });
    }
  });

  test("doesn't count until a code turns it on, which ends sessions without one", async () => {
    const { auth } = rig;
    const { visitor, person } = await signUp(auth, "Pia", "triager");
    const unfinished = enter(visitor, TOTP, "123456");
    await expect(unfinished).rejects.toMatchObject({
      message: "Two-factor authentication is off. Start setting it up again.",
    });
    const { secret, recoveryCodes } = await auth.startSecondFactor(visitor.headers, PASSWORD);
    const other = new Visitor(auth);
    await signIn(other, "pia@example.org");
    expect(await other.person()).toMatchObject({ id: person.id });
    await expect(auth.createRecoveryCodes(other.headers, PASSWORD)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(recoveryCodes).toHaveLength(10);
    await enter(visitor, TOTP, totp(secret));
    expect(await visitor.person()).toMatchObject({ id: person.id });
    expect(await other.person()).toBeNull();
  });

  test("is asked for after the password, and accepts each code once", async () => {
    const { secret, recoveryCodes, email, person } = await enrolled("Una");
    const visitor = await passwordOnly(email);
    expect((await actions(1))[0]).toMatch(/^Una entered the password from 10\.9\.0\./);
    // The next code, because this one was used to turn it on.
    const code = totp(secret, 1);
    await enter(visitor, TOTP, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(await visitor.person()).toMatchObject({ id: person.id });
    expect((await actions(1))[0]).toMatch(/^Una signed in from 10\.9\.0\./);
    const replay = await passwordOnly(email);
    await expect(enter(replay, TOTP, code)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await replay.person()).toBeNull();
    expect((await actions(1))[0]).toMatch(/^una@example.org entered a wrong code from 10\.9\.0\./);
    await enter(replay, RECOVERY, recoveryCodes[0] ?? "");
    expect(await replay.person()).not.toBeNull();
  });

  test("accepts each recovery code once, until there are new ones", async () => {
    const { visitor, recoveryCodes, email } = await enrolled("Rae");
    const [first = "", second = ""] = recoveryCodes;
    const other = await passwordOnly(email);
    await enter(other, RECOVERY, first);
    expect(await other.person()).not.toBeNull();
    const again = await passwordOnly(email);
    await expect(enter(again, RECOVERY, first)).rejects.toMatchObject({ code: "unauthenticated" });
    const fresh = await rig.auth.createRecoveryCodes(visitor.headers, PASSWORD);
    expect(await actions(1)).toEqual(["Rae created new recovery codes for rae@example.org"]);
    await expect(enter(again, RECOVERY, second)).rejects.toMatchObject({ code: "unauthenticated" });
    await enter(again, RECOVERY, fresh[0] ?? "");
    expect(await again.person()).not.toBeNull();
  });

  test("limits codes per password, and locks the account for a quarter of an hour", async () => {
    const { email, secret } = await enrolled("Lex");
    const nothing = new Visitor(rig.auth);
    await expect(enter(nothing, TOTP, "123456")).rejects.toMatchObject({
      message: expect.stringContaining("Enter your password again"),
    });
    for (let round = 0; round < 2; round += 1) {
      const guesser = await passwordOnly(email);
      for (let n = 0; n < 5; n += 1) {
        await expect(enter(guesser, TOTP, `00000${n}`)).rejects.toMatchObject({
          code: "unauthenticated",
        });
      }
      await expect(enter(guesser, TOTP, "000009")).rejects.toThrow(/Too many incorrect codes/);
    }
    const late = await passwordOnly(email);
    await expect(enter(late, TOTP, totp(secret, 1))).rejects.toMatchObject({
      message: "Too many incorrect codes. Wait 15 minutes and try again.",
    });
    // Rejected attempts neither fill the audit log nor use up the code.
    expect((await actions(1))[0]).toMatch(/^Lex entered the password/);
    await sql`update auth_second_factor set "lockedUntil" = null`.execute(rig.database.query);
    await enter(late, TOTP, totp(secret, 1));
    expect(await late.person()).not.toBeNull();
  });

  test("is turned off with the password, and by an admin, which signs the person out", async () => {
    const { auth } = rig;
    const { visitor, person, email } = await enrolled("Off");
    const wrong = auth.turnOffSecondFactor(visitor.headers, "wrong password 1");
    await expect(wrong).rejects.toMatchObject({ code: "invalid_request" });
    visitor.keep(await auth.turnOffSecondFactor(visitor.headers, PASSWORD));
    expect(await actions(2)).toContain(
      "Off turned off two-factor authentication for off@example.org",
    );
    await signIn(new Visitor(auth), email);
    const none = auth.resetSecondFactor(BY, person.id);
    await expect(none).rejects.toMatchObject({ code: "conflict" });

    const lost = await enrolled("Lost");
    const own = auth.resetSecondFactor(lost.person, lost.person.id);
    await expect(own).rejects.toMatchObject({ code: "conflict" });
    await auth.resetSecondFactor(BY, lost.person.id);
    expect(await actions(1)).toEqual(["Test reset two-factor authentication for lost@example.org"]);
    expect(await lost.visitor.person()).toBeNull();
    const back = new Visitor(auth);
    await signIn(back, lost.email);
    expect(await back.person()).toMatchObject({ name: "Lost" });
    const { people } = await auth.people();
    expect(people.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ name }) => name)).toEqual(
      expect.not.arrayContaining(["Off", "Lost"]),
    );
  });

  test("is reset in the database as docs/security.md says", async () => {
    const { email } = await enrolled("Solo");
    const text = readFileSync("docs/security.md", "utf8");
    const [, statements = ""] = /```sql\n([^`]*auth_second_factor[^`]*)```/.exec(text) ?? [];
    for (const statement of statements.replaceAll("admin@example.org", email).split(";\n")) {
      if (statement) await sql.raw(statement).execute(rig.database.query);
    }
    const visitor = new Visitor(rig.auth);
    await signIn(visitor, email);
    expect(await visitor.person()).toMatchObject({ name: "Solo" });
  });

  test("is still needed after a password reset", async () => {
    const { auth } = rig;
    const { person } = await enrolled("Reset");
    const { link } = await auth.createPasswordLink(BY, person.id);
    const thief = new Visitor(auth);
    await thief.accept(tokenOf(link), { name: "Reset", password: "another long password" });
    expect(await thief.person()).toBeNull();
  });

  test("is missing for people of a required role until they set it up", async () => {
    const { auth } = rig;
    const { visitor, person } = await signUp(auth, "Chief", "admin");
    expect(await auth.lacksSecondFactor(person)).toBe(true);
    expect(await auth.lacksSecondFactor({ ...person, role: "triager" })).toBe(false);
    const { secret } = await auth.startSecondFactor(visitor.headers, PASSWORD);
    await enter(visitor, TOTP, totp(secret));
    expect(await auth.lacksSecondFactor(person)).toBe(false);
  });
});
