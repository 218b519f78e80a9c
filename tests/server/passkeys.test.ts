import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supportsPasskeys } from "../../lib/auth/passkeys.ts";
import { type AuthRig, openAuthRig, signUp, Visitor } from "../support/auth.ts";
import { Authenticator } from "../support/authenticator.ts";
import "../support/cheap-passwords.ts";
import { anyEngine } from "../support/databases.ts";
import { PASSWORD } from "../support/links.ts";
import { totp } from "../support/totp.ts";

const ORIGIN = "https://errata.example.org";
const BY = { id: "test", name: "Test" };

describe.each(anyEngine)("a passkey ($name)", (engine) => {
  let rig: AuthRig;
  beforeAll(async () => {
    rig = await openAuthRig(engine, {}, ORIGIN);
    await signUp(rig.auth, "Ada", "admin");
  });
  afterAll(() => rig.close());

  /** A visitor with an address of their own, because addresses are limited. */
  let addresses = 0;
  const newVisitor = () => {
    addresses += 1;
    return new Visitor(rig.auth, { "x-errata-client": `10.8.0.${addresses}` });
  };
  const actions = async (limit: number) =>
    (await rig.auth.audit.list({ limit, before: null })).map(
      ({ by, action, subject }) => `${by} ${action} ${subject}`,
    );

  async function start(visitor: Visitor, password = PASSWORD) {
    const started = visitor.keep(await rig.auth.startPasskey(visitor.headers, password));
    return (await started.json()).options;
  }

  async function add(visitor: Visitor, device: Authenticator, name = "Laptop") {
    const response = device.create(await start(visitor));
    await rig.auth.addPasskey(visitor.headers, { name, response });
  }

  /** Creates a person with a passkey. */
  async function enrolled(name: string) {
    const device = new Authenticator(ORIGIN);
    const { visitor, person } = await signUp(rig.auth, name, "triager");
    await add(visitor, device);
    return { device, visitor, person };
  }

  const rejected = (visitor: Visitor, device: Authenticator) =>
    expect(device.signIn(visitor)).rejects.toMatchObject({ code: "unauthenticated" });

  test("is added with the password, and signs in without a code", async () => {
    const { auth } = rig;
    const { visitor, person } = await signUp(auth, "Tess", "triager");
    const { secret } = await auth.startSecondFactor(visitor.headers, PASSWORD);
    await visitor.post("/api/auth/two-factor/verify-totp", { code: totp(secret) });
    const wrong = start(visitor, "wrong password 1");
    await expect(wrong).rejects.toMatchObject({ message: "Incorrect password. Try again." });
    const options = await start(visitor);
    expect(options).toMatchObject({
      rp: { id: "errata.example.org", name: "Errata" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const device = new Authenticator(ORIGIN);
    await add(visitor, device, "Work laptop");
    expect(await auth.passkeys(person)).toEqual([
      { id: expect.any(String), name: "Work laptop", createdAt: expect.any(Number) },
    ]);
    expect(await actions(1)).toEqual(["Tess added a passkey for tess@example.org"]);
    for (const other of [newVisitor(), newVisitor()]) {
      expect(await (await device.signIn(other)).json()).toEqual({ url: null, needsCode: false });
      expect(await other.person()).toMatchObject({ id: person.id });
      expect((await actions(1))[0]).toMatch(/^Tess signed in with a passkey from 10\.8\.0\./);
    }
  });

  test("counts only if the device verified the person", async () => {
    const { device, visitor, person } = await enrolled("Uva");
    const other = newVisitor();
    const asked = await (await other.post("/api/auth/passkey/options", {})).json();
    expect(asked.options).toMatchObject({ userVerification: "required" });
    device.verifies = false;
    await rejected(other, device);
    expect(await other.person()).toBeNull();
    expect((await actions(1))[0]).toMatch(
      /^uva@example.org failed to sign in with a passkey from 10\.8\.0\./,
    );
    expect(rig.logged.at(-1)).toMatch(/sign-in with a passkey failed for uva@example.org from 10/);
    const second = new Authenticator(ORIGIN);
    second.verifies = false;
    await expect(add(visitor, second)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await rig.auth.passkeys(person)).toHaveLength(1);
  });

  test("is rejected from another site, twice, from a copy, and without a challenge", async () => {
    const { device } = await enrolled("Sam");
    const visitor = newVisitor();
    device.origin = "https://evil.example.org";
    await rejected(visitor, device);
    device.origin = ORIGIN;
    const { options } = await (await visitor.post("/api/auth/passkey/options", {})).json();
    const response = device.get(options);
    const send = (sender: Visitor) => sender.post("/api/auth/passkey/sign-in", { response });
    await expect(send(newVisitor())).rejects.toMatchObject({ code: "unauthenticated" });
    await send(visitor);
    await expect(send(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    device.counter -= 1;
    await rejected(newVisitor(), device);
    await rejected(newVisitor(), new Authenticator(ORIGIN));
  });

  test("can't take the place of someone else's", async () => {
    const { device, person } = await enrolled("Vic");
    const { visitor: thief, person: thiefPerson } = await signUp(rig.auth, "Thief", "viewer");
    const copy = new Authenticator(ORIGIN);
    copy.credentialId = device.credentialId;
    await expect(add(thief, copy)).rejects.toMatchObject({ code: "invalid_request" });
    const visitor = newVisitor();
    await device.signIn(visitor);
    expect(await visitor.person()).toMatchObject({ id: person.id });
    const [own] = await rig.auth.passkeys(person);
    const removed = rig.auth.removePasskey(thiefPerson, own?.id ?? "");
    await expect(removed).rejects.toMatchObject({ code: "not_found" });
    // A challenge of someone else's session.
    const options = await start(thief);
    const mixed = newVisitor();
    await device.signIn(mixed);
    const added = rig.auth.addPasskey(mixed.headers, { name: "x", response: copy.create(options) });
    await expect(added).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("ends with its removal, a reset, or the account", async () => {
    const { auth } = rig;
    const { device, visitor, person } = await enrolled("Rem");
    const [own] = await auth.passkeys(person);
    await auth.removePasskey(person, own?.id ?? "");
    expect(await actions(1)).toEqual(["Rem removed a passkey of rem@example.org"]);
    await rejected(newVisitor(), device);
    await add(visitor, device);
    const account = async () => (await auth.people()).people.find(({ id }) => id === person.id);
    expect(await account()).toMatchObject({ hasPasskey: true, hasSecondFactor: false });
    await auth.setDisabled(BY, person.id, true);
    const disabled = device.signIn(newVisitor());
    await expect(disabled).rejects.toMatchObject({ code: "forbidden" });
    await auth.setDisabled(BY, person.id, false);
    await auth.resetSecondFactor(BY, person.id);
    expect(await account()).toMatchObject({ hasPasskey: false });
    await rejected(newVisitor(), device);
    const last = await enrolled("Del");
    await auth.deletePerson(BY, last.person.id, async () => undefined);
    expect(await auth.passkeys(last.person)).toEqual([]);
  });

  test("can't be reached around Errata's own routes", async () => {
    const { visitor } = await enrolled("Gil");
    for (const name of ["verify-registration", "verify-authentication", "delete-passkey"]) {
      const sent = visitor.post(`/api/auth/passkey/${name}`, { id: "x", response: {} });
      await expect(sent, name).rejects.toMatchObject({ code: "not_found" });
    }
    for (const name of ["generate-register-options", "list-user-passkeys"]) {
      const sent = visitor.get(`/api/auth/passkey/${name}`);
      await expect(sent, name).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

test.each([
  ["https://errata.example.org", true],
  ["http://localhost:3000", true],
  ["http://errata.example.org", false],
  ["http://127.0.0.1:3000", false],
  ["https://192.0.2.7", false],
  ["https://[2001:db8::1]:8443", false],
])("passkeys at %s: %s", (url, expected) => {
  expect(supportsPasskeys(url)).toBe(expected);
});
