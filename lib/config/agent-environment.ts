import "server-only";
import { z } from "zod";
import { SECRET_FILES, SECRETS } from "./secret-files.ts";

/**
 * Variables with Errata's secrets, or with their location: never passed to an agent. `DOCS_REPOSITORY` can have a
 * password.
 */
const FORBIDDEN = new Set<string>([...SECRETS, ...SECRET_FILES, "DOCS_REPOSITORY"]);

/** Parses `AGENT_ENVIRONMENT`: comma-separated variable names. */
export const agentEnvironmentNames = z.string().transform((list, context): string[] => {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  for (const name of names) {
    // Not included in the message: it can be a secret pasted in place of a name.
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      context.addIssue(
        "must be a list of variable names, for example ANTHROPIC_API_KEY,HTTPS_PROXY",
      );
      break;
    }
    if (FORBIDDEN.has(name.toUpperCase()))
      context.addIssue(`must not include ${name}, which is never passed to an agent`);
  }
  return names;
});

/** Names that can be shown: anything else can be a secret pasted in place of a name. */
const CONVENTIONAL = /^[A-Z]+(?:_[A-Z\d]+)+$/;

/** Returns one line per name of `AGENT_ENVIRONMENT` that has no value. */
export function agentEnvironmentProblems(
  names: readonly string[],
  environment: Record<string, string | undefined>,
): string[] {
  return names.flatMap((name, index) => {
    if (environment[name]) return [];
    const shown = CONVENTIONAL.test(name) ? name : `name ${index + 1} of the list`;
    return [`AGENT_ENVIRONMENT: ${shown} isn't set. Set that variable, or remove its name`];
  });
}

/** Returns the named variables that have a value. */
export function pickVariables(
  names: readonly string[],
  environment: Record<string, string | undefined>,
): Record<string, string> {
  const found = names.flatMap((name) => {
    const value = environment[name];
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(found);
}
