import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthRig, openAuthRig, signUp, Visitor } from "../support/auth.ts";
import "../support/cheap-passwords.ts";
import { anyEngine } from "../support/databases.ts";
import { PASSWORD } from "../support/links.ts";

describe.each(anyEngine)("sessions ($name)", (engine) => {
  let rig: AuthRig;
  beforeAll(async () => {
    rig = await openAuthRig(engine);
    await signUp(rig.auth, "Ada", "admin");
  });
  afterAll(() => rig.close());

  test("end on the server, so an old cookie is rejected", async () => {
    const { auth } = rig;
    const { visitor } = await signUp(auth, "Leaver", "viewer");
    const oldHeaders = visitor.headers;
    await visitor.post("/api/auth/sign-out", {});
    expect(await auth.personOf(oldHeaders)).toBeNull();
    expect(await visitor.person()).toBeNull();
  });

  test.runIf(engine.name === "sqlite")("report an error when they can't be ended", async () => {
    const { auth, database } = rig;
    const { visitor } = await signUp(auth, "Stuck", "viewer");
    await sql`create trigger stuck before delete on auth_session
      begin select raise(abort, 'stuck'); end`.execute(database.query);
    await expect(visitor.post("/api/auth/sign-out", {})).rejects.toThrow("Couldn't sign you out");
    await sql`drop trigger stuck`.execute(database.query);
    await visitor.post("/api/auth/sign-out", {});
    expect(await visitor.person()).toBeNull();
  });

  test("get a new token at each sign-in", async () => {
    const { visitor } = await signUp(rig.auth, "Fixed", "viewer");
    const before = visitor.headers.get("cookie");
    const planted = new Visitor(rig.auth);
    planted.keep(new Response(null, { headers: { "set-cookie": `${before}; path=/` } }));
    await planted.signIn("fixed@example.org");
    expect(planted.headers.get("cookie")).not.toBe(before);
  });

  test("are listed without tokens, and only their owner can end them", async () => {
    const { auth } = rig;
    const { visitor } = await signUp(auth, "Two", "viewer");
    const { visitor: stranger } = await signUp(auth, "Stranger", "viewer");
    const second = new Visitor(auth);
    await second.signIn("two@example.org");
    const sessions = await auth.sessions(visitor.headers);
    expect(sessions).toHaveLength(2);
    expect(JSON.stringify(sessions)).not.toContain(
      /session_token=([^.%]+)/.exec(visitor.headers.get("cookie") ?? "")?.[1] ?? "nothing",
    );
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    const byStranger = auth.endSession(stranger.headers, other?.id ?? "");
    await expect(byStranger).rejects.toMatchObject({ code: "not_found" });
    await auth.endSession(visitor.headers, other?.id ?? "");
    expect(await second.person()).toBeNull();
    expect(await visitor.person()).not.toBeNull();
  });

  test("end in all other browsers when the password changes", async () => {
    const { auth } = rig;
    const { visitor } = await signUp(auth, "Changer", "viewer");
    const second = new Visitor(auth);
    await second.signIn("changer@example.org");
    const wrong = auth.changePassword(visitor.headers, {
      current: "wrong",
      next: "yet another password",
    });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_request" });
    const common = auth.changePassword(visitor.headers, {
      current: PASSWORD,
      next: "Password1234",
    });
    await expect(common).rejects.toMatchObject({
      message: expect.stringContaining("easy to guess"),
    });
    const passwords = { current: PASSWORD, next: "yet another password" };
    visitor.keep(await auth.changePassword(visitor.headers, passwords));
    expect(await visitor.person()).toMatchObject({ name: "Changer" });
    expect(await second.person()).toBeNull();
  });

  test("end after a week without use, and not while they are used", async () => {
    const day = 24 * 3_600_000;
    const { visitor: idle } = await signUp(rig.auth, "Idle", "viewer");
    const { visitor: active } = await signUp(rig.auth, "Active", "viewer");
    for (let days = 0; days < 9; days += 3) {
      rig.clock.forward(3 * day);
      expect(await active.person()).toMatchObject({ name: "Active" });
    }
    expect(await idle.person()).toBeNull();
    const rows = rig.database.query.selectFrom("auth_session").select("id");
    const before = (await rows.execute()).length;
    expect(await idle.person()).toBeNull();
    expect((await rows.execute()).length).toBe(before);
    rig.clock.forward(-9 * day);
  });

  test("reject a forged or changed cookie", async () => {
    const { visitor } = await signUp(rig.auth, "Signed", "viewer");
    const cookie = visitor.headers.get("cookie") ?? "";
    const changed = cookie.replace(/=(.)/, (_, first) => `=${first === "a" ? "b" : "a"}`);
    expect(await rig.auth.personOf(new Headers({ cookie: changed }))).toBeNull();
    expect(await rig.auth.personOf(new Headers({ cookie: "errata.session_token=x.y" }))).toBeNull();
  });

  test("limit sign-in attempts by IP address", async () => {
    const { auth } = rig;
    const visitor = new Visitor(auth);
    const attempt = (client: string, password: string, name = "ada") =>
      visitor
        .post(
          "/api/auth/sign-in/email",
          { email: `${name}@example.org`, password },
          { "x-errata-client": client },
        )
        .then(
          () => "signed in",
          (error) => error.code,
        );
    const attempts = await Promise.all(
      Array.from({ length: 105 }, (_, index) => attempt("203.0.113.7", "guess", `ada${index}`)),
    );
    expect(attempts.filter((code) => code === "unauthenticated")).toHaveLength(100);
    expect(attempts.filter((code) => code === "too_many_attempts")).toHaveLength(5);
    expect(await attempt("203.0.113.7", PASSWORD)).toBe("too_many_attempts");
    expect(await attempt("203.0.113.8", PASSWORD)).toBe("signed in");
  });

  test("limit attempts to change the password", async () => {
    const { visitor } = await signUp(rig.auth, "Open", "viewer");
    const headers = visitor.headers;
    headers.set("x-errata-client", "203.0.113.9");
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        rig.auth.changePassword(headers, {
          current: `guess ${index}`,
          next: "yet another password",
        }),
      ),
    );
    const codes = attempts.map((attempt) => attempt.status === "rejected" && attempt.reason.code);
    expect(codes.filter((code) => code === "invalid_request")).toHaveLength(5);
    expect(codes.filter((code) => code === "too_many_attempts")).toHaveLength(7);
  });

  test("are the only part of better-auth that is reachable: no sign-up, no user list", async () => {
    const { auth } = rig;
    const { visitor } = await signUp(auth, "Curious", "viewer");
    const account = { name: "X", email: "x@example.org", password: PASSWORD };
    for (const path of ["sign-up/email", "admin/create-user", "admin/set-role", "update-user"]) {
      const response = visitor.post(`/api/auth/${path}`, account);
      await expect(response).rejects.toMatchObject({ code: "not_found" });
    }
    for (const path of ["admin/list-users", "get-session", "list-sessions", "error", "ok"]) {
      await expect(visitor.get(`/api/auth/${path}`)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});
