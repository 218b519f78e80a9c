import "server-only";
import { resolve } from "node:path";
import { pickVariables } from "./config/agent-environment.ts";
import type { Command } from "./config/command-line.ts";
import { type DocsAddress, docsAddressOf, docsProblem } from "./config/docs-repository.ts";
import { type GitHubAccess, githubAccess } from "./config/github.ts";
import { type SignInConfig, signInOf, signInProblems } from "./config/sign-in.ts";
import { LOOPBACK, type Variables, variables } from "./config/variables.ts";
import { AppError } from "./errors.ts";

export interface Project {
  id: string;
  name: string;
}

/** Where feedback comes from: the platform inside this process, or one at an address. */
export type PlatformConfig =
  | { mode: "embedded" }
  | { mode: "hosted"; url: string; apiKey: string; projects: Project[] };

export interface Config {
  host: string;
  port: number;
  /** Origin under which people reach Errata, without a trailing slash. */
  publicUrl: string;
  /** Null while Errata serves its own machine alone, whose person is the admin. */
  signIn: SignInConfig | null;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | null;
  platform: PlatformConfig;
  /** Export requests per organization per hour, and how many of them are left to others. */
  hourlyLimit: number;
  reserve: number;
  /** Prefix of the keys that the embedded platform issues. */
  keyPrefix: string;
  /** Program and arguments of a coding agent, or null for the built-in sample agent. */
  agentCommand: Command | null;
  /** Milliseconds that it may take for one prompt. */
  agentTimeLimit: number;
  /** What it sees of the environment beside what every program needs. */
  agentEnvironment: Record<string, string>;
  /** The documentation's git repository, or null for the sample repository. */
  docsRepository: DocsAddress | null;
  /** Branch that pull requests go to, or null for the repository's default branch. */
  docsBranch: string | null;
  /** Null without a token. */
  github: GitHubAccess | null;
  logLevel: string;
}

/** The environment does not describe a server that could start; `problems` has a line for each. */
export class InvalidConfiguration extends AppError {
  override readonly name = "InvalidConfiguration";
  readonly problems: string[];

  constructor(problems: string[]) {
    super("invalid_request", problems.join("\n"));
    this.problems = problems;
  }
}

/**
 * The configuration that `environment` describes. An empty variable counts as absent.
 * @throws {InvalidConfiguration} with every problem at once, none of which repeats a secret
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const parsed = variables.safeParse(Object.fromEntries(given));
  const problems = (parsed.error?.issues ?? []).map(
    (issue) => `${issue.path.join(".")}: ${issue.message}`,
  );
  if (!parsed.success) throw new InvalidConfiguration(problems);

  const value = parsed.data;
  problems.push(...reachProblems(value), ...signInProblems(value));
  if (value.PLATFORM_RESERVE > value.PLATFORM_HOURLY_LIMIT) {
    problems.push("PLATFORM_RESERVE: must not be more than PLATFORM_HOURLY_LIMIT");
  }
  if (value.PLATFORM_URL && !value.PLATFORM_API_KEY) {
    problems.push("PLATFORM_API_KEY: is needed with PLATFORM_URL");
  }
  if (value.PLATFORM_URL && !value.PLATFORM_PROJECTS) {
    problems.push("PLATFORM_PROJECTS: is needed with PLATFORM_URL, such as id=Name,id2=Name 2");
  }
  for (const name of ["PLATFORM_API_KEY", "PLATFORM_PROJECTS"] as const) {
    if (!value.PLATFORM_URL && value[name]) problems.push(`PLATFORM_URL: is needed with ${name}`);
  }
  const { DOCS_REPOSITORY: docs, GITHUB_TOKEN: token } = value;
  const docsTrouble = docs && docsProblem(docs, token !== undefined);
  if (docsTrouble) problems.push(docsTrouble);
  if (value.DOCS_BRANCH && !docs) {
    problems.push("DOCS_REPOSITORY: is needed with DOCS_BRANCH");
  }
  if (problems.length > 0) throw new InvalidConfiguration(problems);

  const github = token ? githubAccess(token, value.GITHUB_API_URL) : null;
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl: value.PUBLIC_URL ?? addressOf(value),
    signIn: signInOf(value),
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    platform: platformOf(value),
    hourlyLimit: value.PLATFORM_HOURLY_LIMIT,
    reserve: value.PLATFORM_RESERVE,
    keyPrefix: value.PLATFORM_KEY_PREFIX,
    agentCommand: value.AGENT_COMMAND ?? null,
    agentTimeLimit: value.AGENT_TIME_LIMIT * 60_000,
    agentEnvironment: pickVariables(value.AGENT_ENVIRONMENT, environment),
    docsRepository: docs ? docsAddressOf(docs, github) : null,
    docsBranch: value.DOCS_BRANCH ?? null,
    github,
    logLevel: value.LOG_LEVEL,
  };
}

/** What a server that others can reach lacks: without sign-in Errata serves only its own machine. */
function reachProblems({ HOST, PUBLIC_URL, AUTH_SECRET }: Variables): string[] {
  const problems: string[] = [];
  const isPublic = PUBLIC_URL !== undefined && !LOOPBACK.has(new URL(PUBLIC_URL).hostname);
  if (!LOOPBACK.has(HOST) && PUBLIC_URL === undefined) {
    problems.push(
      `PUBLIC_URL: is needed with HOST=${HOST}: the address that people use, such as https://errata.example.org`,
    );
  }
  if ((!LOOPBACK.has(HOST) || isPublic) && !AUTH_SECRET) {
    const what = isPublic ? `PUBLIC_URL=${PUBLIC_URL}` : `HOST=${HOST}`;
    problems.push(
      `AUTH_SECRET: is needed with ${what}, as others can reach it then; make one with openssl rand -hex 32, or leave HOST and PUBLIC_URL unset to serve this machine alone`,
    );
  }
  return problems;
}

function addressOf({ HOST, PORT }: Variables): string {
  return `http://${HOST === "::1" ? "[::1]" : HOST}:${PORT}`;
}

function platformOf(value: Variables): PlatformConfig {
  const { PLATFORM_URL: url, PLATFORM_API_KEY: apiKey, PLATFORM_PROJECTS: projects } = value;
  return url && apiKey && projects
    ? { mode: "hosted", url, apiKey, projects }
    : { mode: "embedded" };
}

let current: Config | undefined;

/** The configuration of this process, read from the environment on first use. */
export function config(): Config {
  current ??= parseConfig(process.env);
  return current;
}
