import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { configSecrets } from "../../lib/config/secrets.ts";
import { InvalidConfiguration, parseConfig } from "../../lib/config.ts";

const TOKEN = "ghp_canary0123456789";

function problemsOf(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof InvalidConfiguration) return error.problems;
    throw error;
  }
  return [];
}

test("the command that checks the documentation is split as the agent's is", () => {
  expect(parseConfig({}).docsCheckCommand).toBeNull();
  expect(parseConfig({ DOCS_CHECK_COMMAND: "sh -c 'a b'" }).docsCheckCommand).toEqual([
    ...["sh", "-c", "a b"],
  ]);
  expect(problemsOf({ DOCS_CHECK_COMMAND: "vale '" })).toEqual([
    "DOCS_CHECK_COMMAND: has an unclosed quote or a trailing backslash",
  ]);
  expect(problemsOf({ DOCS_CHECK_COMMAND: "vale", DEMO: "1" })).toEqual([
    expect.stringContaining("can't be used with DOCS_CHECK_COMMAND"),
  ]);
});

describe("DOCS_REPOSITORY", () => {
  const github = { kind: "github", path: "acme/docs.site" };
  const token = `x-access-token:${TOKEN}`;
  test.each([
    ["acme/docs.site", "https://github.com/acme/docs.site.git", "acme/docs.site", github, token],
    [
      "acme/docs.site.git",
      "https://github.com/acme/docs.site.git",
      "acme/docs.site",
      github,
      token,
    ],
    ["https://github.com/acme/docs.site", "https://github.com/acme/docs.site", null, github, token],
    [
      "https://GitHub.com/acme/docs.site.git/",
      "https://github.com/acme/docs.site.git",
      null,
      github,
      token,
    ],
    [
      "https://bot:p%40ss@github.com/acme/docs.site",
      "https://github.com/acme/docs.site",
      null,
      github,
      "bot:p@ss",
    ],
    ["git@github.com:acme/docs.site.git", "git@github.com:acme/docs.site.git", null, github, null],
    [
      "ssh://git@github.com:22/acme/docs.site",
      "ssh://git@github.com:22/acme/docs.site",
      null,
      github,
      null,
    ],
    [
      "https://gitlab.example/acme/docs.site",
      "https://gitlab.example/acme/docs.site",
      null,
      null,
      null,
    ],
    [
      "https://github.com.evil.example/acme/docs",
      "https://github.com.evil.example/acme/docs",
      null,
      null,
      null,
    ],
    [
      "https://token@git.example:8443/a/b/c.git",
      "https://git.example:8443/a/b/c.git",
      null,
      null,
      "token:",
    ],
    ["host:path/to/docs", "host:path/to/docs", null, null, null],
    ["file:///srv/docs.git", "file:///srv/docs.git", null, null, null],
    ["/srv/docs.git", "/srv/docs.git", null, null, null],
    ["./acme/docs", resolve("acme/docs"), null, null, null],
    ["docs", resolve("docs"), null, null, null],
  ])("%s is understood", (text, location, name, onGitHub, credentials) => {
    const { docsRepository } = parseConfig({ DOCS_REPOSITORY: text, GITHUB_TOKEN: TOKEN });
    const expected = { location, name: name ?? location, hosted: onGitHub, credentials };
    expect(docsRepository).toEqual(expected);
  });

  test.each([
    "ext::sh -c id",
    "ftp://example.org/docs",
    "git://example.org/docs",
    "https://example.org/",
    "https://example.org/docs?token=secret-words",
    "https://a:%zz@example.org/secret-words",
    "https://a:%0d%0aX@example.org/secret-words",
    "ssh://git:secret-words@example.org/docs",
    "--upload-pack=secret-words",
    "~/docs",
    "https://",
  ])("rejects %s without repeating it", (text) => {
    const problems = problemsOf({ DOCS_REPOSITORY: text, GITHUB_TOKEN: TOKEN });
    expect(problems).toEqual([expect.stringMatching(/^DOCS_REPOSITORY: (must|has)/)]);
    expect(problems.join()).not.toContain("secret-words");
  });

  test("requires a token for GitHub, and explains how to write a folder", () => {
    expect(problemsOf({ DOCS_REPOSITORY: "acme/docs" })).toEqual([
      "GITHUB_TOKEN: is required when DOCS_REPOSITORY=acme/docs. If it's a folder, write ./acme/docs",
    ]);
  });

  test.each([
    ["https://gitlab.example/team/docs/site", "https://gitlab.example", "team/docs/site", true],
    ["https://gitlab.example/team/docs/site.git", "https://gitlab.example", "team/docs/site", true],
    ["https://x.example/git/lab/docs.git/", "https://x.example/git/", "lab/docs", true],
    ["git@x.example:lab/docs.git", "https://x.example/git", "lab/docs", false],
    ["ssh://git@x.example:2222/lab/docs", "https://x.example:8443", "lab/docs", false],
    ["https://x.example/github/docs", "https://x.example/git", null, false],
    ["https://gitlab.example:8443/team/docs", "https://gitlab.example", null, false],
  ])("%s on the GitLab at %s is project %s", (text, url, path, hasToken) => {
    const { docsRepository } = parseConfig({
      DOCS_REPOSITORY: text,
      GITLAB_TOKEN: "glpat-canary0123456789",
      GITLAB_URL: url,
    });
    expect(docsRepository?.hosted).toEqual(path && { kind: "gitlab", path });
    const credentials = hasToken ? "oauth2:glpat-canary0123456789" : null;
    expect(docsRepository?.credentials).toBe(credentials);
    expect(docsRepository?.location).not.toContain("canary");
  });

  test.each([
    "https://gitlab.example/api/v4",
    "http://gitlab.example",
    "https://u:p@gitlab.example",
  ])("GITLAB_URL=%s is rejected", (url) => {
    const problems = problemsOf({ GITLAB_TOKEN: "glpat-x", GITLAB_URL: url });
    expect(problems).toEqual([expect.stringMatching(/^GITLAB_URL: must be/)]);
  });

  test("on GitLab needs its full address", () => {
    expect(problemsOf({ DOCS_REPOSITORY: "acme/docs", GITLAB_TOKEN: "glpat-x" })).toEqual([
      "GITHUB_TOKEN: is required when DOCS_REPOSITORY=acme/docs. If it's on GitLab, write its full URL",
    ]);
  });

  test.each([
    ["https://api.github.com", "https://github.com/acme/docs.git"],
    ["https://api.octo.ghe.com/", "https://octo.ghe.com/acme/docs.git"],
    ["https://git.example/api/v3", "https://git.example/acme/docs.git"],
  ])("with the API at %s is cloned from %s", (api, location) => {
    const environment = { DOCS_REPOSITORY: "acme/docs", GITHUB_TOKEN: TOKEN, GITHUB_API_URL: api };
    expect(parseConfig(environment).docsRepository).toMatchObject({ location });
    expect(problemsOf({ GITHUB_API_URL: "ftp://x" })).toHaveLength(1);
  });
});

test("DOCS_BRANCH accepts the branch names that git accepts", () => {
  const accepted = (branch: string) => {
    try {
      execFileSync("git", ["check-ref-format", "--branch", branch], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };
  const names = ["main", "docs/next", "v1.0", "naïve", "a@b", "-x", "a..b", "a b", "a~1", "a^"];
  const more = ["a:b", "a?", "a*", "a[", "a\\b", "/a", "a/", "a//b", ".a", "a/.b", "a.", "a.lock"];
  for (const branch of [...names, ...more, "a.lock/b", "a@{b", "a\tb"]) {
    const problems = problemsOf({ DOCS_REPOSITORY: "/srv/docs", DOCS_BRANCH: branch });
    expect(problems.length === 0, branch).toBe(accepted(branch));
  }
});

describe("the agent's environment", () => {
  test("never includes Errata's own secrets", () => {
    const names = [
      "PLATFORM_API_KEY",
      "DATABASE_URL",
      "GITHUB_TOKEN",
      "GITLAB_TOKEN",
      "AUTH_SECRET",
    ];
    for (const name of [...names, "DOCS_REPOSITORY", "AUTH_OIDC_CLIENT_SECRET", "github_token"]) {
      const problems = problemsOf({ AGENT_ENVIRONMENT: `OTHER,${name}` });
      expect(problems).toEqual([
        `AGENT_ENVIRONMENT: must not include ${name}, which is never passed to an agent`,
      ]);
    }
    const value = problemsOf({ AGENT_ENVIRONMENT: "KEY=sk-canary" });
    expect(value).toEqual([expect.stringMatching(/^AGENT_ENVIRONMENT: must be a list/)]);
    expect(value.join()).not.toContain("canary");
  });

  test("and time limit come from the variables", () => {
    const config = parseConfig({
      AGENT_ENVIRONMENT: " A , B,",
      A: "1",
      B: "2",
      C: "3",
      AGENT_TIME_LIMIT: "2",
    });
    expect(config).toMatchObject({ agentEnvironment: { A: "1", B: "2" }, agentTimeLimit: 120_000 });
    expect(parseConfig({}).agentTimeLimit).toBe(900_000);
    expect(problemsOf({ AGENT_TIME_LIMIT: "0" })).toHaveLength(1);
    expect(parseConfig({}).agentConcurrency).toBe(2);
    expect(parseConfig({ AGENT_CONCURRENCY: "16" }).agentConcurrency).toBe(16);
    for (const wrong of ["0", "17", "1.5", "many"]) {
      expect(problemsOf({ AGENT_CONCURRENCY: wrong })).toHaveLength(1);
    }
    expect(problemsOf({ AGENT_COMMAND: "agent 'half" })).toEqual([
      "AGENT_COMMAND: has an unclosed quote or a trailing backslash",
    ]);
  });
});

describe("an agent command", () => {
  const command = { AGENT_COMMAND: "agent" };

  test("runs in the sandbox, unless it brings its own or none is wanted", () => {
    expect(parseConfig(command)).toMatchObject({
      agentSandbox: "bubblewrap",
      agentNetwork: true,
      agentFolders: [],
    });
    const folders = { AGENT_NETWORK: "none", AGENT_FOLDERS: "/opt/agent, /srv/tools/" };
    expect(parseConfig({ ...command, ...folders })).toMatchObject({
      agentNetwork: false,
      agentFolders: ["/opt/agent", "/srv/tools"],
    });
    expect(problemsOf({ AGENT_SANDBOX: "no" })).toEqual([
      "AGENT_SANDBOX: must be bubblewrap, command, or off",
    ]);
    for (const sandbox of ["off", "command"]) {
      expect(problemsOf({ ...command, ...folders, AGENT_SANDBOX: sandbox })).toEqual([
        `AGENT_NETWORK: has no effect when AGENT_SANDBOX=${sandbox}`,
        `AGENT_FOLDERS: has no effect when AGENT_SANDBOX=${sandbox}`,
      ]);
    }
  });

  test("never sees DATA_DIR", () => {
    const DATA_DIR = "/srv/errata/data";
    for (const folder of ["/", "/srv", "/srv/errata/data", "/srv/errata/data/tools"]) {
      expect(problemsOf({ DATA_DIR, AGENT_FOLDERS: folder })).toEqual([
        `AGENT_FOLDERS: must not include ${folder}, because DATA_DIR is there`,
      ]);
    }
    expect(problemsOf({ DATA_DIR, AGENT_FOLDERS: "/srv/errata/data2" })).toEqual([]);
    expect(problemsOf({ AGENT_FOLDERS: "tools" })).toHaveLength(1);
  });

  test("never sees DATA_DIR behind a link", () => {
    const folder = mkdtempSync(join(tmpdir(), "errata-link-"));
    try {
      const [DATA_DIR, link] = [join(folder, "data"), join(folder, "link")];
      mkdirSync(DATA_DIR);
      symlinkSync(DATA_DIR, link);
      expect(problemsOf({ DATA_DIR, AGENT_FOLDERS: link })).toEqual([
        `AGENT_FOLDERS: must not include ${link}, because DATA_DIR is there`,
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("gives the local dashboard a key, as LOCAL_KEY does", () => {
    const hosted = {
      PLATFORM_URL: "https://platform.example",
      PLATFORM_API_KEY: "key",
      PLATFORM_PROJECTS: "docs",
    };
    const AUTH_SECRET = "0123456789abcdef".repeat(2);
    const keyOf = (environment: Record<string, string>) => parseConfig(environment).localKey;
    expect(keyOf({ DOCS_CHECK_COMMAND: "vale ." })).toBe(true);
    expect(keyOf({ AGENT: "claude", ANTHROPIC_API_KEY: "key" })).toBe(true);
    expect(keyOf({})).toBe(false);
    expect(keyOf({ LOCAL_KEY: "on" })).toBe(true);
    expect(keyOf(command)).toBe(true);
    expect(keyOf({ ...command, LOCAL_KEY: "off" })).toBe(false);
    expect(keyOf({ ...command, ...hosted })).toBe(false);
    expect(keyOf({ ...command, AUTH_SECRET })).toBe(false);
    expect(keyOf({ LOCAL_KEY: "on", AUTH_SECRET })).toBe(false);
  });
});

test("finds every secret of the configuration, plain and encoded", () => {
  const secrets = configSecrets(
    parseConfig({
      GITHUB_TOKEN: TOKEN,
      DOCS_REPOSITORY: "https://bot:hunter%2B22@git.example/docs",
      DATABASE_URL: "postgres://errata:database%2Bsecret@db/errata?password=query-secret",
      PLATFORM_URL: "https://platform.example",
      PLATFORM_API_KEY: "mint_canary_key",
      PLATFORM_PROJECTS: "docs",
      AGENT_ENVIRONMENT: "MODEL_KEY,SHORT",
      MODEL_KEY: "sk-canary",
      SHORT: "1",
    }),
  );
  const basic = Buffer.from("bot:hunter+22").toString("base64");
  const database = ["database%2Bsecret", "database+secret", "query-secret"];
  const expected = [TOKEN, "hunter+22", "hunter%2B22", basic, ...database, "mint_canary_key"];
  expect(secrets).toEqual(expect.arrayContaining([...expected, "sk-canary"]));
  expect(secrets).not.toContain("1");
});

describe("the budget of agents", () => {
  test("is in US dollars, with a price for each kind of token", () => {
    const { agentBudget } = parseConfig({
      AGENT_JOB_BUDGET: "2.50",
      AGENT_MONTH_BUDGET: "100",
      AGENT_TOKEN_PRICES: "output=15, input=3,cached=0.30",
      AGENT_JOB_MINUTES: "60",
      AGENT_MONTH_JOBS: "200",
    });
    expect(agentBudget).toEqual({
      perJob: 2.5,
      perMonth: 100,
      prices: { input: 3, cached: 0.3, output: 15 },
      jobMinutes: 60,
      monthMinutes: null,
      monthJobs: 200,
    });
    expect(new Set(Object.values(parseConfig({}).agentBudget))).toEqual(new Set([null]));
    expect(problemsOf({ AGENT_MONTH_MINUTES: "0" })).toHaveLength(1);
  });

  test.each(["0", "-1", "1e3", "Infinity", "$5", "5,00"])("can't be %s", (wrong) => {
    expect(problemsOf({ AGENT_JOB_BUDGET: wrong })).toEqual([
      "AGENT_JOB_BUDGET: must be US dollars, for example 2.50",
    ]);
    expect(problemsOf({ AGENT_MONTH_BUDGET: wrong })).toHaveLength(1);
  });

  test.each([
    "3",
    "input=3,output=15",
    "input=3,cached=x,output=15",
    "input=3,cached=1,output=1,other=1",
  ])("has no prices of %s", (wrong) => {
    expect(problemsOf({ AGENT_TOKEN_PRICES: wrong })).toEqual([
      expect.stringContaining("AGENT_TOKEN_PRICES: must be US dollars for a million tokens"),
    ]);
  });
});

describe("AGENT", () => {
  test.each(["toString", "Claude", "claude -p", "gpt"])("can't be %s", (wrong) => {
    expect(problemsOf({ AGENT: wrong })).toEqual([
      "AGENT: must be claude, codex, gemini, opencode, aider, cursor, or copilot",
    ]);
  });

  test("needs one of its keys, and no other command", () => {
    expect(problemsOf({ AGENT: "claude" })).toEqual(["AGENT: claude needs ANTHROPIC_API_KEY"]);
    expect(problemsOf({ AGENT: "codex" })).toEqual([
      "AGENT: codex needs CODEX_API_KEY or OPENAI_API_KEY",
    ]);
    const both = { AGENT: "claude", AGENT_COMMAND: "cat", ANTHROPIC_API_KEY: "k" };
    expect(problemsOf(both)).toEqual(["AGENT: can't be used with AGENT_COMMAND"]);
    expect(problemsOf({ AGENT_MODEL: "m" })).toEqual(["AGENT_MODEL: has no effect without AGENT"]);
    expect(problemsOf({ AGENT: "claude", ANTHROPIC_API_KEY: "k", AGENT_MODEL: "a b" })).toEqual([
      "AGENT_MODEL: must be the name of a model",
    ]);
  });

  test("codex starts no sandbox of its own in that of Errata", () => {
    const started = (sandbox: string) =>
      parseConfig({ AGENT: "codex", CODEX_API_KEY: "k", AGENT_SANDBOX: sandbox }).agentCommand;
    expect(started("bubblewrap")).toContain("danger-full-access");
    expect(started("off")).toContain("workspace-write");
  });
});
