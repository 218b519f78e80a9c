import "server-only";
import { readFileSync } from "node:fs";

/**
 * The variables with a secret: they can be read from a file, are never passed to an agent, and stay out of
 * logs.
 */
export const SECRETS = [
  "AUTH_SECRET",
  "AUTH_OIDC_CLIENT_SECRET",
  "DATABASE_URL",
  "PLATFORM_API_KEY",
  "GITHUB_TOKEN",
  "GITHUB_APP_PRIVATE_KEY",
  "GITHUB_WEBHOOK_SECRET",
  "GITLAB_TOKEN",
  "GITLAB_WEBHOOK_SECRET",
  "GITBOOK_WEBHOOK_SECRETS",
  "EMBEDDINGS_KEY",
  "METRICS_TOKEN",
] as const;

/** The variables that name a file with a secret instead: `AUTH_SECRET_FILE=/run/secrets/auth`. */
export const SECRET_FILES = SECRETS.map((name) => `${name}_FILE`);

/**
 * Reads secrets from the files that `*_FILE` variables name, without the line break at the end.
 * @returns the variables with the secrets, and one line per problem
 */
export function withSecretFiles(environment: Record<string, string | undefined>): {
  environment: Record<string, string | undefined>;
  problems: string[];
} {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) {
      problems.push(`${name}_FILE: can't be set together with ${name}. Unset one of them.`);
      continue;
    }
    try {
      read[name] = readFileSync(/* turbopackIgnore: true */ file, "utf8").trimEnd();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "unknown";
      problems.push(
        `${name}_FILE: ${file} can't be read (${code}). Check the path and its permissions.`,
      );
    }
  }
  return { environment: { ...environment, ...read }, problems };
}
