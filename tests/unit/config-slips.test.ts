import { describe, expect, test } from "vitest";
import { variables } from "../../lib/config/variables.ts";
import { InvalidConfiguration, parseConfig } from "../../lib/config.ts";

const RANDOM = "0123456789abcdef".repeat(2);

function problemsOf(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof InvalidConfiguration) return error.problems;
    throw error;
  }
  return [];
}

describe("a name that is almost a setting's", () => {
  test.each([
    ["AUTH_SERCET", "AUTH_SECRET"],
    ["AUTH_SECRETS", "AUTH_SECRET"],
    ["RETENTION_CONTACT", "RETENTION_CONTACTS"],
    ["PLATFROM_API_KEY_FILE", "PLATFORM_API_KEY_FILE"],
    ["PLATFORM_HOURS_LIMIT", "PLATFORM_HOURLY_LIMIT"],
    ["DATA_DRI", "DATA_DIR"],
    ["auth_secret", "AUTH_SECRET"],
  ])("%s is refused, and %s named", (name, meant) => {
    const line = `${name}: isn't an Errata setting. Rename it to ${meant}, or unset it`;
    expect(problemsOf({ [name]: "x" })).toEqual([line]);
    // With every other problem, and not if it is empty.
    expect(problemsOf({ [name]: "x", PORT: "x" })).toHaveLength(2);
    expect(problemsOf({ [name]: "" })).toEqual([]);
  });

  test("can be the agent's", () => {
    expect(problemsOf({ DATA_DIRS: "x" })).toHaveLength(1);
    expect(problemsOf({ DATA_DIRS: "x", AGENT_ENVIRONMENT: "DATA_DIRS" })).toEqual([]);
  });

  test("isn't sought among those of other programs", () => {
    const others = [
      ...["HOSTS", "PORTS", "POST", "HOSTNAME", "HOME", "PATH", "LOGNAME", "LOG_DIR", "LOGLEVEL"],
      ...["DATADIR", "DATABASE_URI", "DATABASE_HOST", "GITHUB_ACTIONS", "GITHUB_SERVER_URL"],
      ...["GITHUB_REPOSITORY", "AGENT_WORKFOLDER", "XDG_DATA_DIRS", "SSH_AUTH_SOCK", "NODE_ENV"],
    ];
    expect(problemsOf(Object.fromEntries(others.map((name) => [name, "x"])))).toEqual([]);
    const ours = Object.keys(variables.shape);
    const lines = ours.flatMap((name) => problemsOf({ [name]: "?" }));
    expect(lines.filter((line) => line.includes("isn't a setting"))).toEqual([]);
  });
});

test("a secret that repeats a few characters is refused", () => {
  for (const name of ["AUTH_SECRET", "METRICS_TOKEN"]) {
    expect(problemsOf({ [name]: "x".repeat(40) })).toEqual([
      `${name}: repeats a few characters, so it can be guessed. Generate one with openssl rand -hex 32`,
    ]);
    expect(problemsOf({ [name]: RANDOM })).toEqual([]);
  }
});

describe("a service that gets a key", () => {
  const urls = (url: string): Record<string, string>[] => [
    { PLATFORM_URL: url, PLATFORM_API_KEY: "key", PLATFORM_PROJECTS: "docs" },
    { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: "small" },
    { GITHUB_API_URL: url },
    { DOCS_REPOSITORY: `${url}/docs` },
    {
      AUTH_OIDC_ISSUER: url,
      AUTH_OIDC_CLIENT_ID: "id",
      AUTH_OIDC_CLIENT_SECRET: "s",
      AUTH_SECRET: RANDOM,
    },
  ];
  test.each([
    "http://api.example.com",
    "http://8.8.8.8/v1",
    "http://[2001:db8::1]",
    "http://172.32.0.1",
  ])("isn't asked over %s", (url) => {
    for (const set of urls(url)) {
      const [name] = Object.keys(set);
      expect(problemsOf(set)).toEqual([
        `${name}: must be https. Plain http is only for this machine and private networks`,
      ]);
    }
  });

  test.each([
    ...["https://api.example.com", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"],
    ...["http://10.1.2.3", "http://192.168.0.9", "http://ollama:11434/v1", "http://[fd00::1]"],
    ...["http://169.254.1.1", "http://100.64.0.1", "http://[fe80::1]"],
    ...["http://ghe.corp.internal", "http://models.default.svc.cluster.local"],
  ])("can be at %s", (url) => {
    for (const set of urls(url)) expect(problemsOf(set)).toEqual([]);
  });
});

test("the address of a service with a password, with which no request can be sent, is refused", () => {
  const hosted = { PLATFORM_API_KEY: "k", PLATFORM_PROJECTS: "docs" };
  expect(problemsOf({ ...hosted, PLATFORM_URL: "https://ann:pw@api.example.com" })).toEqual([
    "PLATFORM_URL: must not have a user name or a password",
  ]);
});

test("a name in AGENT_ENVIRONMENT that isn't set is refused, and isn't shown if it may be a secret", () => {
  const names = { AGENT_ENVIRONMENT: "MODEL_KEY,OTHER_KEY,sk_canary", MODEL_KEY: "x" };
  expect(problemsOf(names)).toEqual([
    "AGENT_ENVIRONMENT: OTHER_KEY isn't set. Set that variable, or remove its name",
    "AGENT_ENVIRONMENT: name 3 of the list isn't set. Set that variable, or remove its name",
  ]);
});

test("GitBook's secrets have no effect with a hosted platform", () => {
  const hosted = {
    PLATFORM_URL: "https://a.example",
    PLATFORM_API_KEY: "k",
    PLATFORM_PROJECTS: "a",
  };
  expect(problemsOf({ ...hosted, GITBOOK_WEBHOOK_SECRETS: `docs=${RANDOM}` })).toEqual([
    "GITBOOK_WEBHOOK_SECRETS: has no effect when PLATFORM_URL is set",
  ]);
});
