import "server-only";
import { resolve } from "node:path";
import { type AgentBudget, agentBudget } from "./config/agent-budget.ts";
import { agentEnvironmentProblems, pickVariables } from "./config/agent-environment.ts";
import { agentKeys, agentPresetProblems, agentProgram } from "./config/agent-presets.ts";
import { type AgentSandbox, agentSandboxProblems } from "./config/agent-sandbox.ts";
import {
  type CodeHostAccess,
  type GitHubApp,
  githubAccess,
  gitlabAccess,
} from "./config/code-hosts.ts";
import type { Command } from "./config/command-line.ts";
import { type DocsAddress, docsAddress, docsProblems } from "./config/docs-repository.ts";
import {
  type EmbeddingsService,
  embeddingsProblems,
  embeddingsService,
} from "./config/embeddings.ts";
import type { GitBookSecret } from "./config/gitbook.ts";
import { SECRET_FILES, withSecretFiles } from "./config/secret-files.ts";
import { type SignInConfig, signInConfig, signInProblems } from "./config/sign-in.ts";
import { nameProblems } from "./config/variable-names.ts";
import { LOOPBACK_HOSTS, type Variables, variables } from "./config/variables.ts";
import { AppError } from "./errors.ts";

export interface Project {
  id: string;
  name: string;
}

/** The platform that feedback comes from: embedded in this process, or hosted at a URL. */
export type PlatformConfig =
  | { mode: "embedded" }
  | { mode: "hosted"; url: string; apiKey: string; projects: Project[] };

/** Kinds of data that can be removed after a period. */
export type Retention = Record<
  "contacts" | "deletedItems" | "suspectedSpam" | "jobOutput" | "auditLog",
  number | null
>;

export interface Config {
  host: string;
  port: number;
  /** Origin that people use to reach Errata, without a trailing slash. */
  publicUrl: string;
  /** Null when Errata is only reachable from this computer. Its user is then the admin. */
  signIn: SignInConfig | null;
  /** Whether a dashboard without sign-in opens only with a link of Errata's. */
  localKey: boolean;
  /** Whether strangers may read the sample, and nothing can be changed. */
  demo: boolean;
  /** Absolute path. */
  dataDir: string;
  databaseUrl: string | null;
  platform: PlatformConfig;
  /** Export requests allowed per organization and hour. */
  hourlyLimit: number;
  /** How many of them are reserved for other clients. */
  reserve: number;
  /** Prefix of the API keys that the built-in platform issues. */
  keyPrefix: string;
  /** Secrets of GitBook's webhook on the built-in platform. */
  gitbookSecrets: GitBookSecret[];
  /** Program and arguments of the coding agent, or null for the built-in sample agent. */
  agentCommand: Command | null;
  /** Its option for the US dollars that a prompt may cost; null if it has none. */
  agentBudgetFlag: string | null;
  /** Milliseconds that the agent can spend on one prompt. */
  agentTimeLimit: number;
  /** Limits of the costs of the built-in platform's jobs. */
  agentBudget: AgentBudget;
  /** Jobs of the built-in platform that this process runs at once. */
  agentConcurrency: number;
  /** Environment variables passed to the agent, in addition to the basic ones. */
  agentEnvironment: Record<string, string>;
  agentSandbox: AgentSandbox;
  /** Whether a sandboxed agent can use the network. */
  agentNetwork: boolean;
  /** Absolute paths of folders that a sandboxed agent can read, in addition to the system's. */
  agentFolders: string[];
  /** Git repository of the documentation, or null for the sample repository. */
  docsRepository: DocsAddress | null;
  /** Secrets of the code hosts' webhooks; null without one. */
  webhookSecrets: Readonly<Record<CodeHostAccess["kind"], string | null>>;
  /** Base branch of pull requests, or null for the repository's default branch. */
  docsBranch: string | null;
  /** Program and arguments that check the documentation, or null for none. */
  docsCheckCommand: Command | null;
  /** The code hosts that there are tokens for. */
  codeHosts: CodeHostAccess[];
  /** The embeddings service, which finds items by their meaning; null without EMBEDDINGS_URL. */
  embeddings: EmbeddingsService | null;
  /** Milliseconds that data is kept; null keeps it. */
  retention: Retention;
  /** The token that requests for `/metrics` need; null without metrics. */
  metricsToken: string | null;
  logLevel: string;
}

/** The environment variables are invalid. `problems` has one line per problem. */
export class InvalidConfiguration extends AppError {
  override readonly name = "InvalidConfiguration";
  readonly problems: string[];

  constructor(problems: string[]) {
    super("invalid_request", problems.join("\n"));
    this.problems = problems;
  }
}

/**
 * Parses the configuration from environment variables. An empty variable counts as unset.
 * @throws {InvalidConfiguration} with all problems at once; none of them contains a secret
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const files = withSecretFiles(environment);
  if (files.problems.length > 0) throw new InvalidConfiguration(files.problems);
  const given = Object.entries(files.environment).filter(([, value]) => value !== "");
  const parsed = variables.safeParse(Object.fromEntries(given));
  const problems = [
    ...slips(given, parsed.data),
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`),
  ];
  if (!parsed.success) throw new InvalidConfiguration(problems);

  const value = parsed.data;
  const dataDir = resolve(value.DATA_DIR);
  problems.push(
    ...networkProblems(value),
    ...signInProblems(value),
    ...agentSandboxProblems(value, dataDir),
    ...embeddingsProblems(value),
    ...agentPresetProblems(value, environment),
    ...agentEnvironmentProblems(value.AGENT_ENVIRONMENT, environment),
    ...platformProblems(value),
    ...docsProblems(value),
    ...githubProblems(value),
    ...gitlabProblems(value),
    ...demoProblems(value),
  );
  if (problems.length > 0) throw new InvalidConfiguration(problems);

  const agent = agentProgram(value);
  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl: value.PUBLIC_URL ?? localUrl(value),
    signIn: signInConfig(value),
    localKey: localKey(value),
    demo: value.DEMO !== undefined,
    dataDir,
    databaseUrl: value.DATABASE_URL ?? null,
    platform: platformConfig(value),
    hourlyLimit: value.PLATFORM_HOURLY_LIMIT,
    reserve: value.PLATFORM_RESERVE,
    keyPrefix: value.PLATFORM_KEY_PREFIX,
    gitbookSecrets: value.GITBOOK_WEBHOOK_SECRETS,
    agentCommand: agent?.command ?? null,
    agentBudgetFlag: agent?.budgetFlag ?? null,
    agentTimeLimit: value.AGENT_TIME_LIMIT * 60_000,
    agentBudget: agentBudget(value),
    agentConcurrency: value.AGENT_CONCURRENCY,
    agentEnvironment: pickVariables([...agentKeys(value), ...value.AGENT_ENVIRONMENT], environment),
    agentSandbox: value.AGENT_SANDBOX,
    agentNetwork: value.AGENT_NETWORK === "host",
    agentFolders: value.AGENT_FOLDERS,
    ...codeHostConfig(value),
    docsBranch: value.DOCS_BRANCH ?? null,
    docsCheckCommand: value.DOCS_CHECK_COMMAND ?? null,
    embeddings: embeddingsService(value),
    retention: retention(value),
    metricsToken: value.METRICS_TOKEN ?? null,
    logLevel: value.LOG_LEVEL,
  };
}

/** Returns one line per variable whose name is almost one of ours, except variables for the agent. */
function slips(given: [string, unknown][], parsed: Variables | undefined): string[] {
  const names = given.map(([name]) => name);
  const agents = new Set(parsed?.AGENT_ENVIRONMENT);
  const ours = [...Object.keys(variables.shape), ...SECRET_FILES];
  return nameProblems(
    names.filter((name) => !agents.has(name)),
    ours,
  );
}

function codeHostConfig(
  value: Variables,
): Pick<Config, "codeHosts" | "docsRepository" | "webhookSecrets"> {
  const github = value.GITHUB_TOKEN ?? githubApp(value);
  const { GITLAB_TOKEN: gitlab, DOCS_REPOSITORY: docs } = value;
  const codeHosts = [
    ...(github ? [githubAccess(github, value.GITHUB_API_URL)] : []),
    ...(gitlab ? [gitlabAccess(gitlab, value.GITLAB_URL)] : []),
  ];
  const webhookSecrets = {
    github: value.GITHUB_WEBHOOK_SECRET ?? null,
    gitlab: value.GITLAB_WEBHOOK_SECRET ?? null,
  };
  return { codeHosts, docsRepository: docs ? docsAddress(docs, codeHosts) : null, webhookSecrets };
}

function platformProblems(value: Variables): string[] {
  const isOther = Boolean(value.PLATFORM_URL);
  const given = {
    PLATFORM_API_KEY: Boolean(value.PLATFORM_API_KEY),
    PLATFORM_PROJECTS: Boolean(value.PLATFORM_PROJECTS),
  };
  const required = "is required when PLATFORM_URL is set";
  const problems: [boolean, string][] = [
    [
      value.PLATFORM_RESERVE > value.PLATFORM_HOURLY_LIMIT,
      "PLATFORM_RESERVE: must be at most PLATFORM_HOURLY_LIMIT",
    ],
    [isOther && !given.PLATFORM_API_KEY, `PLATFORM_API_KEY: ${required}`],
    [
      isOther && !given.PLATFORM_PROJECTS,
      `PLATFORM_PROJECTS: ${required}, for example id=Name,id2=Name 2`,
    ],
    ...Object.entries(given).map(([name, isGiven]): [boolean, string] => [
      isGiven && !isOther,
      `PLATFORM_URL: is required when ${name} is set`,
    ]),
    [
      isOther && value.GITBOOK_WEBHOOK_SECRETS.length > 0,
      "GITBOOK_WEBHOOK_SECRETS: has no effect when PLATFORM_URL is set",
    ],
  ];
  return problems.flatMap(([isProblem, problem]) => (isProblem ? problem : []));
}

function githubApp(value: Variables): GitHubApp | null {
  const { GITHUB_APP_ID: id, GITHUB_APP_PRIVATE_KEY: privateKey } = value;
  return id && privateKey ? { id, privateKey } : null;
}

function githubProblems(value: Variables): string[] {
  const { GITHUB_TOKEN, GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY, GITHUB_WEBHOOK_SECRET } = value;
  if (GITHUB_APP_ID && !GITHUB_APP_PRIVATE_KEY)
    return ["GITHUB_APP_PRIVATE_KEY: is required when GITHUB_APP_ID is set"];
  if (GITHUB_APP_PRIVATE_KEY && !GITHUB_APP_ID)
    return ["GITHUB_APP_ID: is required when GITHUB_APP_PRIVATE_KEY is set"];
  if (GITHUB_APP_ID && GITHUB_TOKEN)
    return ["GITHUB_APP_ID: can't be used with GITHUB_TOKEN. Unset one of them"];
  return GITHUB_WEBHOOK_SECRET && !GITHUB_TOKEN && !GITHUB_APP_ID
    ? ["GITHUB_TOKEN: is required when GITHUB_WEBHOOK_SECRET is set, or GITHUB_APP_ID"]
    : [];
}

function gitlabProblems({ GITLAB_TOKEN, GITLAB_WEBHOOK_SECRET }: Variables): string[] {
  return GITLAB_WEBHOOK_SECRET && !GITLAB_TOKEN
    ? ["GITLAB_TOKEN: is required when GITLAB_WEBHOOK_SECRET is set"]
    : [];
}

/**
 * Returns the problems of a demo's settings: those that would show strangers more than the sample,
 * or let them change something.
 */
const NOT_IN_DEMO = [
  ...["PLATFORM_URL", "DOCS_REPOSITORY", "AUTH_SECRET", "DATABASE_URL", "AGENT", "AGENT_COMMAND"],
  ...[
    "DOCS_CHECK_COMMAND",
    "GITHUB_TOKEN",
    "GITHUB_APP_ID",
    "GITHUB_WEBHOOK_SECRET",
    "GITLAB_TOKEN",
    "GITLAB_WEBHOOK_SECRET",
    "EMBEDDINGS_URL",
    "LOCAL_KEY",
  ],
] as const satisfies (keyof Variables)[];

function demoProblems(value: Variables): string[] {
  if (value.DEMO === undefined) return [];
  const given = NOT_IN_DEMO.filter((name) => value[name] !== undefined);
  const names =
    value.GITBOOK_WEBHOOK_SECRETS.length > 0 ? [...given, "GITBOOK_WEBHOOK_SECRETS"] : given;
  return names.map(
    (name) => `DEMO: can't be used with ${name}, because anyone can read a demo. Unset one of them`,
  );
}

/** Requires an address and sign-in for a server that other computers can reach. */
function networkProblems({ HOST, PUBLIC_URL, AUTH_SECRET, DEMO }: Variables): string[] {
  const problems: string[] = [];
  const isPublic = PUBLIC_URL !== undefined && !LOOPBACK_HOSTS.has(new URL(PUBLIC_URL).hostname);
  if (!LOOPBACK_HOSTS.has(HOST) && PUBLIC_URL === undefined) {
    problems.push(
      `PUBLIC_URL: is required when HOST=${HOST}. Set it to the address that people use, for example https://errata.example.org`,
    );
  }
  if ((!LOOPBACK_HOSTS.has(HOST) || isPublic) && !AUTH_SECRET && !DEMO) {
    const setting = isPublic ? `PUBLIC_URL=${PUBLIC_URL}` : `HOST=${HOST}`;
    problems.push(
      `AUTH_SECRET: is required when ${setting}, because other computers can reach Errata. Generate one with openssl rand -hex 32, or unset HOST and PUBLIC_URL to keep Errata on this computer`,
    );
  }
  return problems;
}

/**
 * A command that runs on an agent's output could act as the user of an open dashboard, so the dashboard has a
 * key by default.
 */
function localKey(value: Variables): boolean {
  const { LOCAL_KEY: setting, AUTH_SECRET, PLATFORM_URL, DOCS_CHECK_COMMAND } = value;
  if (AUTH_SECRET) return false;
  const hasCommand = agentProgram(value) !== null || DOCS_CHECK_COMMAND !== undefined;
  return setting ? setting === "on" : hasCommand && PLATFORM_URL === undefined;
}

function retention(value: Variables): Retention {
  const inMilliseconds = (days: number) => (days > 0 ? days * 86_400_000 : null);
  return {
    contacts: inMilliseconds(value.RETENTION_CONTACTS),
    deletedItems: inMilliseconds(value.RETENTION_DELETED_ITEMS),
    suspectedSpam: inMilliseconds(value.RETENTION_SUSPECTED_SPAM),
    jobOutput: inMilliseconds(value.RETENTION_JOB_OUTPUT),
    auditLog: inMilliseconds(value.RETENTION_AUDIT_LOG),
  };
}

function localUrl({ HOST, PORT }: Variables): string {
  return `http://${HOST === "::1" ? "[::1]" : HOST}:${PORT}`;
}

function platformConfig(value: Variables): PlatformConfig {
  const { PLATFORM_URL: url, PLATFORM_API_KEY: apiKey, PLATFORM_PROJECTS: projects } = value;
  return url && apiKey && projects
    ? { mode: "hosted", url, apiKey, projects }
    : { mode: "embedded" };
}

// Global, because instrumentation, the proxy, and route handlers are separate bundles without shared modules.
const GLOBAL_KEY: unique symbol = Symbol.for("errata.config");
const globals: typeof globalThis & { [GLOBAL_KEY]?: Config } = globalThis;

/** Returns the configuration of this process, read from the environment on first use. */
export function config(): Config {
  globals[GLOBAL_KEY] ??= parseConfig(process.env);
  return globals[GLOBAL_KEY];
}
