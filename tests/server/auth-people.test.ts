import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthRig, openAuthRig, signUp, Visitor } from "../support/auth.ts";
import "../support/cheap-passwords.ts";
import { engines, ruleTest } from "../support/databases.ts";
import { PASSWORD, tokenOf } from "../support/links.ts";

const DAY = 86_400_000;
const BY = { id: "test", name: "Test" };

describe.each(engines)("accounts and invitations ($name)", (engine) => {
  const rule = ruleTest(engine);
  let rig: AuthRig;
  beforeAll(async () => {
    rig = await openAuthRig(engine);
  });
  afterAll(() => rig.close());

  test("creates the first admin once, with the latest setup link", async () => {
    const { auth } = rig;
    const first = tokenOf(await auth.setupLink());
    const token = tokenOf(await (await rig.reopen()).setupLink());
    const visitor = new Visitor(auth);
    const account = { name: "Ada", email: "Ada@Example.org" };
    await expect(visitor.accept(first, account)).rejects.toMatchObject({ code: "not_found" });
    await expect(visitor.accept(token, { name: "Ada" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    const second = new Visitor(auth);
    const both = await Promise.allSettled([
      visitor.accept(token, account),
      second.accept(token, { name: "Ada", email: "ADA@example.net" }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const people = [await visitor.person(), await second.person()].filter((each) => each !== null);
    expect(people).toMatchObject([
      { email: expect.stringMatching(/^ada@example\.(org|net)$/), role: "admin" },
    ]);
    expect(await auth.setupLink()).toBeNull();
    expect((await auth.people()).people).toHaveLength(1);
  });

  test("accepts an invitation once, with its email and role, until it expires", async () => {
    const { auth, clock } = rig;
    const late = await auth.invite(BY, { email: "late@example.org", role: "viewer" });
    expect(late.link).toMatch(/^http:\/\/127\.0\.0\.2:4000\/invitation\/[\w-]{43}$/);
    const duplicate = auth.invite(BY, { email: "LATE@example.org", role: "admin" });
    await expect(duplicate).rejects.toMatchObject({ code: "conflict" });
    clock.forward(7 * DAY + 1);
    const visitor = new Visitor(auth);
    const expired = visitor.accept(tokenOf(late.link), { name: "Late" });
    await expect(expired).rejects.toMatchObject({ code: "not_found" });
    expect((await auth.people()).invitations).toEqual([]);
    // Sessions start by the real clock, and end when they weren't used for a week of this one.
    clock.forward(-(7 * DAY + 1));

    const { invitation, link } = await auth.invite(BY, { email: "v@example.org", role: "viewer" });
    const other = { name: "V", email: "admin@example.org" };
    await visitor.accept(tokenOf(link), other);
    expect(await visitor.person()).toMatchObject({ email: "v@example.org", role: "viewer" });
    await expect(auth.revokeInvitation(BY, invitation.id)).rejects.toMatchObject({
      code: "not_found",
    });
    const existing = auth.invite(BY, { email: "v@example.org", role: "admin" });
    await expect(existing).rejects.toMatchObject({ code: "conflict" });
  });

  rule("rejects a revoked link", async () => {
    const { auth } = rig;
    const { invitation, link } = await auth.invite(BY, { email: "w@example.org", role: "viewer" });
    await auth.revokeInvitation(BY, invitation.id);
    const revoked = new Visitor(auth).accept(tokenOf(link), { name: "W" });
    await expect(revoked).rejects.toMatchObject({ code: "not_found" });
  });

  test.each([
    ["a short password", { name: "N", password: "short" }],
    ["a long password", { name: "N", password: "x".repeat(129) }],
    ["a common password", { name: "N", password: "Password1234" }],
    ["no name", { name: " " }],
    ["a two-line name", { name: "a\nb" }],
  ])("rejects %s and keeps the link open", async (_what, account) => {
    const { auth } = rig;
    const { invitation, link } = await auth.invite(BY, { email: "n@example.org", role: "viewer" });
    const rejected = new Visitor(auth).accept(tokenOf(link), account);
    await expect(rejected).rejects.toMatchObject({ code: "invalid_request" });
    expect(await auth.invitation(tokenOf(link))).toMatchObject({ email: "n@example.org" });
    await auth.revokeInvitation(BY, invitation.id);
  });

  test("always keeps an admin, even with two changes at the same time", async () => {
    const { auth } = rig;
    const { people } = await auth.people();
    const admin = people.find(({ role }) => role === "admin");
    const lastAdmin = auth.setRole(BY, admin?.id ?? "", "viewer");
    await expect(lastAdmin).rejects.toMatchObject({ code: "conflict" });
    await expect(auth.setDisabled(BY, admin?.id ?? "", true)).rejects.toMatchObject({
      code: "conflict",
    });
    const { person: second } = await signUp(auth, "Second", "admin");
    const both = await Promise.allSettled([
      auth.setRole(BY, second.id, "viewer"),
      auth.setRole(BY, admin?.id ?? "", "viewer"),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const roles = (await auth.people()).people.map(({ role }) => role);
    expect(roles.filter((role) => role === "admin")).toHaveLength(1);
    await expect(auth.setRole(BY, "nobody", "viewer")).rejects.toMatchObject({ code: "not_found" });
  });

  test("applies a new role immediately, and signs a disabled person out", async () => {
    const { auth } = rig;
    const { visitor, person } = await signUp(auth, "Tri", "viewer");
    await auth.setRole(BY, person.id, "triager");
    expect(await visitor.person()).toMatchObject({ role: "triager" });
    await auth.setDisabled(BY, person.id, true);
    expect(await visitor.person()).toBeNull();
    await expect(visitor.signIn("tri@example.org")).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("disabled"),
    });
    await auth.setDisabled(BY, person.id, false);
    await visitor.signIn("tri@example.org");
    expect(await visitor.person()).toMatchObject({ name: "Tri" });
  });

  test("resets a password with a link, which ends all sessions", async () => {
    const { auth } = rig;
    const { visitor, person } = await signUp(auth, "Forgetful", "triager");
    const { link } = await auth.createPasswordLink(BY, person.id);
    expect((await auth.invitation(tokenOf(link))).name).toBe("Forgetful");
    const fresh = new Visitor(auth);
    const password = "another long password";
    await fresh.accept(tokenOf(link), { name: "Forgetful", password });
    expect(await fresh.person()).toMatchObject({ id: person.id, role: "triager" });
    expect(await visitor.person()).toBeNull();
    await expect(visitor.signIn("forgetful@example.org")).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await visitor.signIn("forgetful@example.org", password);
    expect(await visitor.person()).toMatchObject({ id: person.id });
  });

  rule(
    "rejects older password links once there is a newer one or the password changed",
    async () => {
      const { auth } = rig;
      const { visitor, person } = await signUp(auth, "Links", "viewer");
      const other = await signUp(auth, "Others", "viewer");
      const unrelated = await auth.createPasswordLink(BY, other.person.id);
      const [first, second] = [
        await auth.createPasswordLink(BY, person.id),
        await auth.createPasswordLink(BY, person.id),
      ];
      const late = new Visitor(auth).accept(tokenOf(first.link), { name: "Ada" });
      await expect(late).rejects.toMatchObject({ code: "not_found" });
      await new Visitor(auth).accept(tokenOf(second.link), { name: "Ada" });
      await auth.invitation(tokenOf(unrelated.link));
      await visitor.signIn("links@example.org");
      const third = await auth.createPasswordLink(BY, person.id);
      const passwords = { current: PASSWORD, next: "chosen on the account page" };
      visitor.keep(await auth.changePassword(visitor.headers, passwords));
      await expect(auth.invitation(tokenOf(third.link))).rejects.toMatchObject({
        code: "not_found",
      });
    },
  );

  rule("rejects a password link from before the account was disabled", async () => {
    const { auth } = rig;
    const { person } = await signUp(auth, "Former", "viewer");
    const { link } = await auth.createPasswordLink(BY, person.id);
    await auth.setDisabled(BY, person.id, true);
    await expect(auth.createPasswordLink(BY, person.id)).rejects.toMatchObject({
      code: "conflict",
    });
    await auth.setDisabled(BY, person.id, false);
    const late = new Visitor(auth).accept(tokenOf(link), { name: "Former" });
    await expect(late).rejects.toMatchObject({ code: "not_found" });
  });

  rule("records every change in the audit log", async () => {
    const { auth } = rig;
    const log = await auth.audit.list({ limit: 100, before: null });
    expect(log.map(({ by, action, subject }) => `${by} ${action} ${subject}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Ada signed up as admin with ada@example\./),
        "Test invited v@example.org as viewer",
        "Test revoked the invitation for w@example.org",
        "Test changed the role of tri@example.org to triager",
        "Former signed up as viewer with former@example.org",
        "Links set a new password for links@example.org",
        "Links changed the password for links@example.org",
        "Test disabled tri@example.org",
        "Test enabled tri@example.org",
        "Test created a password reset link for forgetful@example.org",
      ]),
    );
    const [newest] = log;
    const rest = await auth.audit.list({ limit: 100, before: newest?.id ?? 0 });
    expect(rest).toEqual(log.slice(1));
  });
});
