import { describe, expect, test } from "vitest";
import { allowedHosts } from "../../lib/config/hosts.ts";
import { InvalidConfiguration, parseConfig } from "../../lib/config.ts";

const SECRET = "0123456789abcdef".repeat(2);
const OIDC = {
  AUTH_OIDC_ISSUER: "https://login.example.org/",
  AUTH_OIDC_CLIENT_ID: "errata",
  AUTH_OIDC_CLIENT_SECRET: "client-secret",
};

/** The variables that a line each complains about. */
function missing(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof InvalidConfiguration)
      return error.problems.map((line) => line.split(":")[0] ?? "");
    throw error;
  }
  return [];
}

describe("a server that others can reach", () => {
  test.each(["0.0.0.0", "::", "[::]", "192.168.1.2", "errata.example.org", "127.0.0.2", "127.1"])(
    "on HOST=%s needs its address and a secret",
    (HOST) => {
      expect(missing({ HOST })).toEqual(["PUBLIC_URL", "AUTH_SECRET"]);
      expect(missing({ HOST, PUBLIC_URL: "https://errata.example.org" })).toEqual(["AUTH_SECRET"]);
      expect(missing({ HOST, AUTH_SECRET: SECRET })).toEqual(["PUBLIC_URL"]);
      const whole = { HOST, AUTH_SECRET: SECRET, PUBLIC_URL: "https://errata.example.org" };
      expect(parseConfig(whole).signIn).toMatchObject({ secret: SECRET });
    },
  );

  test("by its address alone needs a secret as well", () => {
    expect(missing({ PUBLIC_URL: "https://errata.example.org" })).toEqual(["AUTH_SECRET"]);
    expect(missing({ PUBLIC_URL: "http://127.0.0.1.nip.io:3000" })).toEqual(["AUTH_SECRET"]);
  });

  test.each(["127.0.0.1", "localhost", "::1", "[::1]", ""])(
    "is none on HOST=%s, which needs nothing",
    (HOST) => {
      expect(parseConfig({ HOST }).signIn).toBeNull();
    },
  );

  test("needs a secret that cannot be guessed, and the whole of a provider", () => {
    expect(missing({ AUTH_SECRET: "short" })).toEqual(["AUTH_SECRET"]);
    expect(missing({ AUTH_SECRET: SECRET, AUTH_OIDC_CLIENT_ID: "errata" })).toEqual([
      "AUTH_OIDC_ISSUER",
      "AUTH_OIDC_CLIENT_SECRET",
    ]);
    expect(missing({ AUTH_SECRET: SECRET, AUTH_ALLOWED_DOMAINS: "example.org" })).toEqual([
      "AUTH_OIDC_ISSUER",
    ]);
    expect(missing(OIDC)).toEqual(["AUTH_SECRET"]);
    for (const AUTH_ALLOWED_DOMAINS of ["*", "@example.org", "example", "a.org,", "a..org"]) {
      expect(missing({ AUTH_SECRET: SECRET, ...OIDC, AUTH_ALLOWED_DOMAINS })).toEqual([
        "AUTH_ALLOWED_DOMAINS",
      ]);
    }
  });
});

test("the address that people use is kept as browsers send it", () => {
  const config = parseConfig({ PUBLIC_URL: "HTTPS://Errata.Example.org", AUTH_SECRET: SECRET });
  expect(config.publicUrl).toBe("https://errata.example.org");
  expect(allowedHosts(config)).toEqual(
    new Set(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "errata.example.org"]),
  );
});
