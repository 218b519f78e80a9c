import { describe, expect, test } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { createClientAddress } from "../../scripts/setup/client-address.mjs";

describe("the client's address", () => {
  const cases: [string, string, string, string, string][] = [
    ["is the peer's", "", "198.51.100.7", "", "198.51.100.7"],
    ["ignores what a stranger claims", "", "198.51.100.7", "203.0.113.9", "198.51.100.7"],
    ["is what a proxy on this machine says", "", "127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["is IPv4 behind an IPv6 socket", "", "::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["ignores what a proxy's client claims", "", "::1", "10.9.9.9, 203.0.113.9", "203.0.113.9"],
    ["is behind a trusted proxy", "172.16.0.0/12", "172.18.0.5", "203.0.113.9", "203.0.113.9"],
    [
      "is behind two of them",
      "10.0.0.1, 10.0.0.2",
      "10.0.0.1",
      "203.0.113.9, 10.0.0.2",
      "203.0.113.9",
    ],
    ["is behind one of two", "10.0.0.1", "10.0.0.1", "203.0.113.9, 10.0.0.2", "10.0.0.2"],
    ["can be IPv6", "fd00::/8", "fd00::5", "2001:db8::1", "2001:db8::1"],
    ["loses its port", "", "::1", "203.0.113.9:5678", "203.0.113.9"],
    ["loses its port behind two", "10.0.0.1", "::1", "203.0.113.9:1, 10.0.0.1:2", "203.0.113.9"],
    ["loses the port of IPv6", "", "::1", "[2001:db8::1]:99", "2001:db8::1"],
    ["loses brackets", "", "::1", "[2001:DB8::1]", "2001:DB8::1"],
    ["loses the port of mapped IPv4", "", "::1", "[::ffff:203.0.113.9]:99", "203.0.113.9"],
    ["keeps IPv6 that ends like a port", "", "::1", "2001:db8::1:99", "2001:db8::1:99"],
    ["ignores invalid settings", "10.0.0.0/99, x", "10.0.0.1", "203.0.113.9", "10.0.0.1"],
  ];
  test.each(cases)("%s", (_, proxies, peer, forwarded, client) => {
    const headers = forwarded === "" ? {} : { "x-forwarded-for": forwarded };
    const address = createClientAddress(proxies)({ socket: { remoteAddress: peer }, headers });
    expect(address).toBe(client);
  });

  test("needs valid proxies in the configuration", () => {
    for (const value of ["10.0.0.0/8", "10.0.0.1, fd00::/8"])
      parseConfig({ TRUSTED_PROXIES: value });
    for (const value of [
      "proxy.local",
      "10.0.0.0/33",
      "10.0.0.1,,x",
      "10.0.0.0/8/8",
      "fd00::/129",
    ]) {
      expect(() => parseConfig({ TRUSTED_PROXIES: value })).toThrow(/TRUSTED_PROXIES: /);
    }
  });
});
