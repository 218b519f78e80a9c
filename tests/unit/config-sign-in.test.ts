import { describe, expect, test } from "vitest";
import { allowedHosts } from "../../lib/config/hosts.ts";
import { InvalidConfiguration, parseConfig } from "../../lib/config.ts";

const SECRET = "0123456789abcdef".repeat(2);
const OIDC = {
  AUTH_OIDC_ISSUER: "https://login.example.org/",
  AUTH_OIDC_CLIENT_ID: "errata",
  AUTH_OIDC_CLIENT_SECRET: "client-secret",
};

/** Returns the variables that have a problem. */
function invalidVariables(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof InvalidConfiguration)
      return error.problems.map((line) => line.split(":")[0] ?? "");
    throw error;
  }
  return [];
}

describe("a server that other computers can reach", () => {
  test.each(["0.0.0.0", "::", "[::]", "192.168.1.2", "errata.example.org", "127.0.0.2", "127.1"])(
    "on HOST=%s requires PUBLIC_URL and AUTH_SECRET",
    (HOST) => {
      expect(invalidVariables({ HOST })).toEqual(["PUBLIC_URL", "AUTH_SECRET"]);
      expect(invalidVariables({ HOST, PUBLIC_URL: "https://errata.example.org" })).toEqual([
        "AUTH_SECRET",
      ]);
      expect(invalidVariables({ HOST, AUTH_SECRET: SECRET })).toEqual(["PUBLIC_URL"]);
      const complete = { HOST, AUTH_SECRET: SECRET, PUBLIC_URL: "https://errata.example.org" };
      expect(parseConfig(complete).signIn).toMatchObject({ secret: SECRET });
    },
  );

  test("by its PUBLIC_URL requires AUTH_SECRET", () => {
    expect(invalidVariables({ PUBLIC_URL: "https://errata.example.org" })).toEqual(["AUTH_SECRET"]);
    expect(invalidVariables({ PUBLIC_URL: "http://127.0.0.1.nip.io:3000" })).toEqual([
      "AUTH_SECRET",
    ]);
  });

  test.each(["127.0.0.1", "localhost", "::1", "[::1]", ""])(
    "excludes HOST=%s, which requires nothing",
    (HOST) => {
      expect(parseConfig({ HOST }).signIn).toBeNull();
    },
  );

  test("requires a long secret and a complete provider", () => {
    expect(invalidVariables({ AUTH_SECRET: "short" })).toEqual(["AUTH_SECRET"]);
    expect(invalidVariables({ AUTH_SECRET: SECRET, AUTH_OIDC_CLIENT_ID: "errata" })).toEqual([
      "AUTH_OIDC_ISSUER",
      "AUTH_OIDC_CLIENT_SECRET",
    ]);
    expect(invalidVariables({ AUTH_SECRET: SECRET, AUTH_ALLOWED_DOMAINS: "example.org" })).toEqual([
      "AUTH_OIDC_ISSUER",
    ]);
    expect(invalidVariables(OIDC)).toEqual(["AUTH_SECRET"]);
    for (const AUTH_ALLOWED_DOMAINS of ["*", "@example.org", "example", "a.org,", "a..org"]) {
      expect(invalidVariables({ AUTH_SECRET: SECRET, ...OIDC, AUTH_ALLOWED_DOMAINS })).toEqual([
        "AUTH_ALLOWED_DOMAINS",
      ]);
    }
  });
});

test("stores PUBLIC_URL in lowercase, as browsers send it", () => {
  const config = parseConfig({ PUBLIC_URL: "HTTPS://Errata.Example.org", AUTH_SECRET: SECRET });
  expect(config.publicUrl).toBe("https://errata.example.org");
  expect(allowedHosts(config)).toEqual(
    new Set(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "errata.example.org"]),
  );
});

test("a second factor is required for a list of roles", () => {
  const requiring = (REQUIRE_SECOND_FACTOR: string) =>
    parseConfig({ AUTH_SECRET: SECRET, REQUIRE_SECOND_FACTOR }).signIn?.requireSecondFactor;
  expect(requiring("triager, Admin")).toEqual(["triager", "admin"]);
  for (const REQUIRE_SECOND_FACTOR of ["all", "admin,owner", "admin,"]) {
    expect(invalidVariables({ AUTH_SECRET: SECRET, REQUIRE_SECOND_FACTOR })).toEqual([
      "REQUIRE_SECOND_FACTOR",
    ]);
  }
});
