import { readFileSync } from "node:fs";

/** The names of all variables that configure Errata, from .env.example. */
export const configurationVariables = [
  ...readFileSync(new URL("../../.env.example", import.meta.url), "utf8").matchAll(
    /^# ([A-Z][A-Z_]+)=/gm,
  ),
].map(([, name = ""]) => name);

/**
 * Empties every variable that configures Errata, so that neither the environment of the test run nor
 * a .env file changes a test. An empty variable counts as absent.
 */
export const unconfigured: Record<string, string> = Object.fromEntries(
  configurationVariables.map((name) => [name, ""]),
);

/** Runs an agent command anywhere, without the sandbox and the key that it otherwise requires. */
export const trustedAgent = { AGENT_SANDBOX: "off", LOCAL_KEY: "off" };
