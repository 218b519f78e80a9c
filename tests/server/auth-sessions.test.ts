import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthRig, joined, openAuthRig, Visitor } from "../support/auth.ts";
import { engines } from "../support/databases.ts";
import { PASSWORD } from "../support/links.ts";

describe.each(engines)("a session ($name)", (engine) => {
  let rig: AuthRig;
  beforeAll(async () => {
    rig = await openAuthRig(engine);
    await joined(rig.auth, "Ada", "admin");
  });
  afterAll(() => rig.close());

  test("ends on the server: a cookie kept from before opens nothing", async () => {
    const { auth } = rig;
    const { visitor } = await joined(auth, "Leaver", "viewer");
    const kept = visitor.headers;
    await visitor.post("/api/auth/sign-out", {});
    expect(await auth.personOf(kept)).toBeNull();
    expect(await visitor.person()).toBeNull();
  });

  test.runIf(engine.name === "sqlite")("that cannot be ended is not said to be", async () => {
    const { auth, database } = rig;
    const { visitor } = await joined(auth, "Stuck", "viewer");
    await sql`create trigger stuck before delete on auth_session
      begin select raise(abort, 'stuck'); end`.execute(database.query);
    await expect(visitor.post("/api/auth/sign-out", {})).rejects.toThrow("could not be ended");
    await sql`drop trigger stuck`.execute(database.query);
    await visitor.post("/api/auth/sign-out", {});
    expect(await visitor.person()).toBeNull();
  });

  test("is another after each sign-in, whatever the browser had before", async () => {
    const { visitor } = await joined(rig.auth, "Fixed", "viewer");
    const before = visitor.headers.get("cookie");
    const planted = new Visitor(rig.auth);
    planted.keep(new Response(null, { headers: { "set-cookie": `${before}; path=/` } }));
    await planted.signIn("fixed@example.org");
    expect(planted.headers.get("cookie")).not.toBe(before);
  });

  test("is listed without its token, and ended by its own person alone", async () => {
    const { auth } = rig;
    const { visitor } = await joined(auth, "Two", "viewer");
    const { visitor: stranger } = await joined(auth, "Stranger", "viewer");
    const second = new Visitor(auth);
    await second.signIn("two@example.org");
    const sessions = await auth.sessions(visitor.headers);
    expect(sessions).toHaveLength(2);
    expect(JSON.stringify(sessions)).not.toContain(
      /session_token=([^.%]+)/.exec(visitor.headers.get("cookie") ?? "")?.[1] ?? "nothing",
    );
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    const foreign = auth.endSession(stranger.headers, other?.id ?? "");
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
    await auth.endSession(visitor.headers, other?.id ?? "");
    expect(await second.person()).toBeNull();
    expect(await visitor.person()).not.toBeNull();
  });

  test("goes on in the browser that changes the password, and ends in all others", async () => {
    const { auth } = rig;
    const { visitor } = await joined(auth, "Changer", "viewer");
    const second = new Visitor(auth);
    await second.signIn("changer@example.org");
    const wrong = auth.changePassword(visitor.headers, { current: "wrong", next: "x".repeat(20) });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_request" });
    const passwords = { current: PASSWORD, next: "yet another password" };
    visitor.keep(await auth.changePassword(visitor.headers, passwords));
    expect(await visitor.person()).toMatchObject({ name: "Changer" });
    expect(await second.person()).toBeNull();
  });

  test("is not begun by a cookie that somebody made or changed", async () => {
    const { visitor } = await joined(rig.auth, "Signed", "viewer");
    const cookie = visitor.headers.get("cookie") ?? "";
    const changed = cookie.replace(/=(.)/, (_, first) => `=${first === "a" ? "b" : "a"}`);
    expect(await rig.auth.personOf(new Headers({ cookie: changed }))).toBeNull();
    expect(await rig.auth.personOf(new Headers({ cookie: "errata.session_token=x.y" }))).toBeNull();
  });

  test("begins for nobody who tries passwords: attempts are counted by address", async () => {
    const { auth } = rig;
    const visitor = new Visitor(auth);
    const attempt = (client: string, password: string) =>
      visitor
        .post(
          "/api/auth/sign-in/email",
          { email: "ada@example.org", password },
          { "x-errata-client": client },
        )
        .then(
          () => "in",
          (error) => error.code,
        );
    const tries = await Promise.all(
      Array.from({ length: 15 }, (_, index) => attempt("203.0.113.7", `guess ${index}`)),
    );
    expect(tries.filter((code) => code === "unauthenticated")).toHaveLength(10);
    expect(tries.filter((code) => code === "too_many_attempts")).toHaveLength(5);
    expect(await attempt("203.0.113.7", PASSWORD)).toBe("too_many_attempts");
    expect(await attempt("203.0.113.8", PASSWORD)).toBe("in");
  });

  test("lets nobody try passwords without end either, to change the one it has", async () => {
    const { visitor } = await joined(rig.auth, "Open", "viewer");
    const headers = visitor.headers;
    headers.set("x-errata-client", "203.0.113.9");
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        rig.auth.changePassword(headers, { current: `guess ${index}`, next: "x".repeat(20) }),
      ),
    );
    const codes = tries.map((attempt) => attempt.status === "rejected" && attempt.reason.code);
    expect(codes.filter((code) => code === "invalid_request")).toHaveLength(10);
    expect(codes.filter((code) => code === "too_many_attempts")).toHaveLength(2);
  });

  test("is all that the library offers from outside: no sign-up, no list of people", async () => {
    const { auth } = rig;
    const { visitor } = await joined(auth, "Curious", "viewer");
    const account = { name: "X", email: "x@example.org", password: PASSWORD };
    for (const path of ["sign-up/email", "admin/create-user", "admin/set-role", "update-user"]) {
      const asked = visitor.post(`/api/auth/${path}`, account);
      await expect(asked).rejects.toMatchObject({ code: "not_found" });
    }
    for (const path of ["admin/list-users", "get-session", "list-sessions", "error", "ok"]) {
      await expect(visitor.get(`/api/auth/${path}`)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});
