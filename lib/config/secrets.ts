import "server-only";
import type { Config } from "../config.ts";
import { decodePercent } from "../text/decode-percent.ts";
import type { CodeHostAccess } from "./code-hosts.ts";
import type { SECRETS } from "./secret-files.ts";

type Values = (config: Config) => (string | null | undefined)[];

/** The parts of the configuration that can hold secrets. */
const VALUES: Record<(typeof SECRETS)[number], Values> = {
  AUTH_SECRET: ({ signIn }) => [signIn?.secret],
  AUTH_OIDC_CLIENT_SECRET: ({ signIn }) => [signIn?.oidc?.clientSecret],
  DATABASE_URL: ({ databaseUrl: url }) => [url, ...(url ? databasePasswords(url) : [])],
  PLATFORM_API_KEY: ({ platform }) => [platform.mode === "hosted" ? platform.apiKey : null],
  GITHUB_TOKEN: ({ codeHosts }) => tokensOf(codeHosts, "github"),
  GITHUB_APP_PRIVATE_KEY: ({ codeHosts }) => codeHosts.map(({ app }) => app?.privateKey),
  GITHUB_WEBHOOK_SECRET: ({ webhookSecrets }) => [webhookSecrets.github],
  GITLAB_TOKEN: ({ codeHosts }) => tokensOf(codeHosts, "gitlab"),
  GITLAB_WEBHOOK_SECRET: ({ webhookSecrets }) => [webhookSecrets.gitlab],
  GITBOOK_WEBHOOK_SECRETS: ({ gitbookSecrets }) => gitbookSecrets.map(({ secret }) => secret),
  EMBEDDINGS_KEY: ({ embeddings }) => [embeddings?.key],
  METRICS_TOKEN: ({ metricsToken }) => [metricsToken],
};

function tokensOf(hosts: readonly CodeHostAccess[], kind: CodeHostAccess["kind"]) {
  return hosts.filter((host) => host.kind === kind).map(({ token }) => token);
}

/** Shorter values are words such as `1` or `true`, which appear everywhere. */
const MIN_LENGTH = 8;

/**
 * Returns every configuration value that must not appear in a log, error, output, or pull request. Longest first,
 * because one can contain another.
 */
export function configSecrets(config: Config): string[] {
  const values = [
    ...Object.values(VALUES).flatMap((valuesIn) => valuesIn(config)),
    ...credentialForms(config.docsRepository?.credentials ?? ""),
    ...Object.values(config.agentEnvironment),
  ];
  const long = values.flatMap((value) => (value && value.length >= MIN_LENGTH ? [value] : []));
  return [...new Set(long)].sort((one, other) => other.length - one.length);
}

/** libpq's and pg's places for them: before the host, as typed and decoded, and in the query. */
function databasePasswords(url: string): (string | null | undefined)[] {
  const { password = "", searchParams } = URL.parse(url) ?? {};
  const inQuery = ["password", "sslpassword"].map((name) => searchParams?.get(name));
  return [password, decodePercent(password), ...inQuery];
}

function credentialForms(credentials: string): string[] {
  const password = credentials.slice(credentials.indexOf(":") + 1);
  const encoded = Buffer.from(credentials).toString("base64");
  return [credentials, password, encodeURIComponent(password), encoded];
}
