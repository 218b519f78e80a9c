import { describe, expect, test } from "vitest";
import { openAuth } from "../../lib/auth/open.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import { anyEngine, openTestDatabase } from "../support/databases.ts";

const HOUR = 3_600_000;

describe.each(anyEngine)("the key of a local dashboard on $name", (engine) => {
  async function open() {
    let now = 1_700_000_000_000;
    const database = await openTestDatabase<AuthSchema>(engine, "auth");
    const auth = await openAuth({
      database,
      clock: { now: () => now },
      signIn: null,
      localKey: true,
      publicUrl: "http://127.0.0.1:4000",
      trustedOrigins: [],
      log: () => undefined,
    });
    return {
      auth,
      database,
      wait: (time: number) => {
        now += time;
      },
      token: async () => (await auth.localLink())?.split("/open/")[1] ?? "",
      person: (cookie: string) => auth.personOf(new Headers(cookie === "" ? {} : { cookie })),
    };
  }
  const keyOf = (cookie: string | null) => cookie?.split(";", 1)[0] ?? "";

  test("is given once for a link, and is the person until it expires", async () => {
    const { auth, database, wait, token, person } = await open();
    const link = await token();
    const [first, second] = await Promise.all([
      auth.redeemLocalLink(link),
      auth.redeemLocalLink(link),
    ]);
    const cookie = first ?? second;
    expect([first, second]).toContain(null);
    expect(cookie).toMatch(
      /^errata\.local_key_4000=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    expect(await auth.redeemLocalLink(link)).toBeNull();
    const sent = `theme=dark; ${keyOf(cookie)}`;
    expect(await person(sent)).toMatchObject({ id: "local", role: "admin" });
    // The clock was ahead when the key was created.
    wait(-400 * 24 * HOUR);
    expect(await person(sent)).toBeNull();
    wait(400 * 24 * HOUR);
    expect(await person(sent)).not.toBeNull();
    wait(30 * 24 * HOUR);
    expect(await person(sent)).toBeNull();
    await database.close();
  });

  test("isn't given for an expired link, a made-up one, or another key", async () => {
    const { auth, database, wait, token, person } = await open();
    const expired = await token();
    wait(HOUR);
    const [id = ""] = (await token()).split(".");
    for (const made of [expired, `${id}.x`, id, ".", "", `${id}.${"a".repeat(43)}`]) {
      expect(await auth.redeemLocalLink(made), made).toBeNull();
    }
    const link = await token();
    const cookie = keyOf(await auth.redeemLocalLink(await token()));
    const [name, key = ""] = cookie.split("=");
    // A link isn't a browser's key, nor the other way around, and a key isn't for another port.
    expect(await person(`${name}=${link}`)).toBeNull();
    expect(await auth.redeemLocalLink(key)).toBeNull();
    for (const wrong of ["", `${cookie}x`, cookie.slice(0, -1), `errata.local_key_4001=${key}`]) {
      expect(await person(wrong), wrong).toBeNull();
    }
    expect(await person(cookie)).not.toBeNull();
    await database.close();
  });

  test("is stored only as a hash", async () => {
    const { auth, database, token } = await open();
    const link = await token();
    const cookie = await auth.redeemLocalLink(await token());
    const rows = await database.query.selectFrom("auth_local_key").selectAll().execute();
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(["browser", "link"]);
    for (const key of [link, keyOf(cookie).split("=")[1] ?? ""]) {
      expect(JSON.stringify(rows)).not.toContain(key.split(".")[1]);
    }
    await database.close();
  });
});
