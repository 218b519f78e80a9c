import "server-only";
import type { Config } from "../config.ts";

/** Shorter values are words such as `1` or `true`, which stand everywhere. */
const SHORTEST = 8;

/**
 * Every value of the configuration that no log, error, output or pull request may hold, also in the
 * form in which it travels; the longest first, as one may hold another.
 */
export function secretsOf(config: Config): string[] {
  const { platform, github, docsRepository, databaseUrl, agentEnvironment, signIn } = config;
  const values = [
    platform.mode === "hosted" ? platform.apiKey : "",
    github?.token ?? "",
    signIn?.secret ?? "",
    signIn?.oidc?.clientSecret ?? "",
    ...(docsRepository?.credentials ? credentialForms(docsRepository.credentials) : []),
    ...(databaseUrl ? [databaseUrl, URL.parse(databaseUrl)?.password ?? ""] : []),
    ...Object.values(agentEnvironment),
  ];
  const long = values.filter((value) => value.length >= SHORTEST);
  return [...new Set(long)].sort((one, other) => other.length - one.length);
}

function credentialForms(credentials: string): string[] {
  const password = credentials.slice(credentials.indexOf(":") + 1);
  const encoded = Buffer.from(credentials).toString("base64");
  return [credentials, password, encodeURIComponent(password), encoded];
}
