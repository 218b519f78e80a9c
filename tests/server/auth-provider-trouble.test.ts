import { createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { joined, openAuthRig, Visitor } from "../support/auth.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { begin, CLIENT, grace, signIn } from "../support/provider-visit.ts";

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider();
  provider.as(grace);
});
afterEach(() => provider.stop());

describe("a provider", () => {
  test("that was away at the start is asked again when somebody signs in", async () => {
    const { issuer } = provider;
    await provider.stop();
    const rig = await openAuthRig(
      { name: "sqlite" },
      { oidc: { issuer, ...CLIENT }, allowedDomains: ["example.org"] },
    );
    const visitor = new Visitor(rig.auth);
    await expect(begin(visitor)).rejects.toMatchObject({ code: "not_found" });
    provider = await startProvider(Number(new URL(issuer).port));
    provider.as(grace);
    expect(await signIn(visitor)).toBe("/docs/feedback?q=token");
    await rig.close();
  });

  test("that never answers keeps nobody from their session and password", async () => {
    const { issuer } = provider;
    await provider.stop();
    const rig = await openAuthRig({ name: "sqlite" }, { oidc: { issuer, ...CLIENT } });
    const { visitor } = await joined(rig.auth, "Ada", "admin");
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) =>
      silent.listen(Number(new URL(issuer).port), "127.0.0.1", resolve),
    );
    const begun = begin(new Visitor(rig.auth));
    await new Promise((resolve) => silent.once("connection", resolve));
    expect(await visitor.person()).toMatchObject({ name: "Ada" });
    await new Visitor(rig.auth).signIn("ada@example.org");
    await expect(begun).rejects.toMatchObject({ code: "not_found" });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    await rig.close();
    provider = await startProvider();
  }, 20_000);

  test("that calls itself otherwise than it is configured is not believed", async () => {
    provider.describe({ issuer: "http://evil.invalid" });
    const oidc = { issuer: provider.issuer, ...CLIENT };
    const rig = await openAuthRig({ name: "sqlite" }, { oidc, allowedDomains: ["example.org"] });
    await expect(begin(new Visitor(rig.auth))).rejects.toMatchObject({ code: "not_found" });
    await rig.close();
  });
});
