import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SECRETS } from "../../lib/config/secret-files.ts";
import { configSecrets } from "../../lib/config/secrets.ts";
import { variables } from "../../lib/config/variables.ts";
import { parseConfig } from "../../lib/config.ts";

const folder = mkdtempSync(join(tmpdir(), "errata-secrets-"));
const file = join(folder, "secret");
writeFileSync(file, `${"0123456789abcdef".repeat(2)}\n`);
afterAll(() => rmSync(folder, { recursive: true }));

const signIn = {
  AUTH_SECRET: "fedcba9876543210".repeat(2),
  AUTH_OIDC_ISSUER: "https://login.example.org",
  AUTH_OIDC_CLIENT_ID: "errata",
};
const hosted = { PLATFORM_URL: "https://api.example.org", PLATFORM_PROJECTS: "docs=Docs" };

const embeddings = { EMBEDDINGS_URL: "https://api.example.org/v1", EMBEDDINGS_MODEL: "small" };

const PRIVATE_KEY = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString()
  .trim();

const cases = [
  { name: "AUTH_SECRET", value: "0123456789abcdef".repeat(2), others: {} },
  { name: "AUTH_OIDC_CLIENT_SECRET", value: "client-secret", others: signIn },
  { name: "DATABASE_URL", value: "postgres://errata:secret@127.0.0.1/errata", others: {} },
  { name: "PLATFORM_API_KEY", value: "platform-key", others: hosted },
  { name: "GITBOOK_WEBHOOK_SECRETS", value: "docs=a-secret-of-gitbook", others: {} },
  { name: "EMBEDDINGS_KEY", value: "embeddings-key", others: embeddings },
  { name: "METRICS_TOKEN", value: "0123456789abcdef".repeat(2), others: {} },
  { name: "GITHUB_TOKEN", value: "ghp_token", others: { DOCS_REPOSITORY: "acme/docs" } },
  { name: "GITHUB_APP_PRIVATE_KEY", value: PRIVATE_KEY, others: { GITHUB_APP_ID: "7" } },
  {
    name: "GITHUB_WEBHOOK_SECRET",
    value: "0123456789abcdef".repeat(2),
    others: { GITHUB_TOKEN: "ghp_token" },
  },
  { name: "GITLAB_TOKEN", value: "glpat-token", others: {} },
  {
    name: "GITLAB_WEBHOOK_SECRET",
    value: "0123456789abcdef".repeat(2),
    others: { GITLAB_TOKEN: "glpat-token" },
  },
];

test("every secret is in the list", () => {
  expect(cases.map(({ name }) => name).toSorted()).toEqual(SECRETS.toSorted());
  const secrets = Object.keys(variables.shape).filter((name) =>
    /_(SECRETS?|TOKEN|KEY)$/.test(name),
  );
  expect(SECRETS).toEqual(expect.arrayContaining(secrets.filter((name) => name !== "LOCAL_KEY")));
});

test.each(cases)(
  "$name can be in a file, and is kept from logs and agents",
  ({ name, value, others }) => {
    const path = join(folder, name);
    writeFileSync(path, `${value}\n`);
    const read = parseConfig({ ...others, [`${name}_FILE`]: path });
    expect(read).toEqual(parseConfig({ ...others, [name]: value }));
    expect(configSecrets(read)).toContain(value.replace(/^docs=/, ""));
    for (const passed of [name, `${name}_FILE`]) {
      const parse = () => parseConfig({ AGENT_ENVIRONMENT: passed, [passed]: path });
      expect(parse).toThrow(`must not include ${passed}`);
    }
  },
);

test("GitBook's secrets belong to projects", () => {
  const list = "docs=a-secret-of-gitbook, docs = a-second-secret= ,b=a-third-secret-of-it";
  expect(parseConfig({ GITBOOK_WEBHOOK_SECRETS: list }).gitbookSecrets).toEqual([
    { projectId: "docs", secret: "a-secret-of-gitbook" },
    { projectId: "docs", secret: "a-second-secret=" },
    { projectId: "b", secret: "a-third-secret-of-it" },
  ]);
  for (const invalid of ["a-secret-of-gitbook", "docs=short", "=a-secret-of-gitbook", "docs"]) {
    const parse = () => parseConfig({ GITBOOK_WEBHOOK_SECRETS: invalid });
    expect(parse).toThrow(/^GITBOOK_WEBHOOK_SECRETS: must be a list/);
    expect(parse).not.toThrow(/secret-of-gitbook/);
  }
});

test("a file that's missing, and a secret that is set twice, stop the start", () => {
  expect(() => parseConfig({ GITHUB_TOKEN_FILE: join(folder, "none") })).toThrow(
    /GITHUB_TOKEN_FILE: .* can't be read \(ENOENT\)/,
  );
  const both = { AUTH_SECRET_FILE: file, AUTH_SECRET: "fedcba9876543210".repeat(2) };
  expect(() => parseConfig(both)).toThrow("AUTH_SECRET_FILE: can't be set together");
});
