import "server-only";
import { z } from "zod";

/** Errata's own secrets and what carries them; no agent gets them, whatever is listed. */
const NEVER = /^(PLATFORM_|AUTH_|DATABASE_URL$|GITHUB_TOKEN$|DOCS_REPOSITORY$|AGENT_)/i;

/** Reads the value of `AGENT_ENVIRONMENT`: names of variables, separated by commas. */
export const agentEnvironmentNames = z.string().transform((list, context): string[] => {
  const names = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  for (const name of names) {
    // What is no name may be a value that slipped in, so it is not repeated.
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      context.addIssue("must be names of variables, such as ANTHROPIC_API_KEY,HTTPS_PROXY");
      break;
    }
    if (NEVER.test(name)) context.addIssue(`must not name ${name}: no agent gets that`);
  }
  return names;
});

/** Those of the named variables that have a value. */
export function pickVariables(
  names: readonly string[],
  environment: Record<string, string | undefined>,
): Record<string, string> {
  const given = names.flatMap((name) => {
    const value = environment[name];
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}
