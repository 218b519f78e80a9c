import "server-only";
import type { Config } from "../config.ts";

/** Shorter values are words such as `1` or `true`, which appear everywhere. */
const MIN_LENGTH = 8;

/**
 * Returns every configuration value that must not appear in a log, error, output, or pull request. Longest first,
 * because one can contain another.
 */
export function configSecrets(config: Config): string[] {
  const { platform, github, docsRepository, databaseUrl, agentEnvironment, signIn } = config;
  const values = [
    platform.mode === "hosted" ? platform.apiKey : "",
    github?.token ?? "",
    config.embeddings?.key ?? "",
    ...config.gitbookSecrets.map(({ secret }) => secret),
    config.metricsToken ?? "",
    signIn?.secret ?? "",
    signIn?.oidc?.clientSecret ?? "",
    ...(docsRepository?.credentials ? credentialForms(docsRepository.credentials) : []),
    ...(databaseUrl ? [databaseUrl, URL.parse(databaseUrl)?.password ?? ""] : []),
    ...Object.values(agentEnvironment),
  ];
  const long = values.filter((value) => value.length >= MIN_LENGTH);
  return [...new Set(long)].sort((one, other) => other.length - one.length);
}

function credentialForms(credentials: string): string[] {
  const password = credentials.slice(credentials.indexOf(":") + 1);
  const encoded = Buffer.from(credentials).toString("base64");
  return [credentials, password, encodeURIComponent(password), encoded];
}
