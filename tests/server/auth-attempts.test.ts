import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthRig, openAuthRig, signUp, Visitor } from "../support/auth.ts";
import { engines } from "../support/databases.ts";
import { tokenOf } from "../support/links.ts";

const MINUTE = 60_000;

describe.each(engines)("sign-in attempts ($name)", (engine) => {
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

  test("on one account are delayed more and more, whatever their address", async () => {
    for (let n = 1; n <= 5; n += 1) {
      const attempt = from(`10.0.0.${n}`, "ada@example.org", "wrong password 1");
      await expect(attempt).rejects.toMatchObject({ code: "unauthenticated" });
    }
    const blocked = from("10.0.0.6", " Ada@example.org ".trim());
    await expect(blocked).rejects.toMatchObject({ code: "too_many_attempts" });
    rig.clock.forward(3_000);
    const wrong = from("10.0.0.7", "ada@example.org", "wrong password 2");
    await expect(wrong).rejects.toMatchObject({ code: "unauthenticated" });
    rig.clock.forward(3_000);
    const stillBlocked = from("10.0.0.8", "ada@example.org");
    await expect(stillBlocked).rejects.toMatchObject({ code: "too_many_attempts" });
    rig.clock.forward(15 * MINUTE);
    expect((await from("10.0.0.9", "ada@example.org")).status).toBe(200);
    const afterSuccess = from("10.0.0.10", "ada@example.org", "wrong password 3");
    await expect(afterSuccess).rejects.toMatchObject({ code: "unauthenticated" });
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
