import { createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openAuthRig, signUp, Visitor } from "../support/auth.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { CLIENT, grace, signIn, startSignIn } from "../support/provider-visit.ts";

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider();
  provider.as(grace);
});
afterEach(() => provider.stop());

describe("a provider that fails", () => {
  test("is contacted again at the next sign-in if it was down at the start", async () => {
    const { issuer } = provider;
    await provider.stop();
    const rig = await openAuthRig(
      { name: "sqlite" },
      { oidc: { issuer, ...CLIENT }, allowedDomains: ["example.org"] },
    );
    const visitor = new Visitor(rig.auth);
    await expect(startSignIn(visitor)).rejects.toMatchObject({ code: "not_found" });
    provider = await startProvider(Number(new URL(issuer).port));
    provider.as(grace);
    expect(await signIn(visitor)).toBe("/docs/feedback?q=token");
    await rig.close();
  });

  test("doesn't block sessions and passwords when it never responds", async () => {
    const { issuer } = provider;
    await provider.stop();
    const rig = await openAuthRig({ name: "sqlite" }, { oidc: { issuer, ...CLIENT } });
    const { visitor } = await signUp(rig.auth, "Ada", "admin");
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) =>
      silent.listen(Number(new URL(issuer).port), "127.0.0.1", resolve),
    );
    const pending = startSignIn(new Visitor(rig.auth));
    await new Promise((resolve) => silent.once("connection", resolve));
    expect(await visitor.person()).toMatchObject({ name: "Ada" });
    await new Visitor(rig.auth).signIn("ada@example.org");
    await expect(pending).rejects.toMatchObject({ code: "not_found" });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    await rig.close();
    provider = await startProvider();
  });

  test("is rejected if its issuer doesn't match the configuration", async () => {
    provider.overrideDiscovery({ issuer: "http://evil.invalid" });
    const oidc = { issuer: provider.issuer, ...CLIENT };
    const rig = await openAuthRig({ name: "sqlite" }, { oidc, allowedDomains: ["example.org"] });
    await expect(startSignIn(new Visitor(rig.auth))).rejects.toMatchObject({ code: "not_found" });
    await rig.close();
  });
});
