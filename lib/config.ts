import "server-only";
import { resolve } from "node:path";
import { z } from "zod";
import { agentEnvironmentNames, namedVariables } from "./config/agent-environment.ts";
import { type Command, commandLine } from "./config/command-line.ts";
import {
  branchName,
  type DocsAddress,
  docsAddressOf,
  docsProblem,
  docsRepositoryText,
} from "./config/docs-repository.ts";
import { type GitHubAccess, githubAccess } from "./config/github.ts";
import { type SignInConfig, signInOf, signInProblems, signInVariables } from "./config/sign-in.ts";
import { AppError } from "./errors.ts";

z.config({ jitless: true });

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

/** First parts of addresses that are taken, so that no project can be called like one. */
const TAKEN = new Set([
  ...["api", "v1", "v2", "pulls", "settings", "_next", ".", ".."],
  ...["account", "forbidden", "invitation", "people", "session-ended", "set-up", "sign-in"],
]);

/** Names under which a machine reaches itself and nobody else does. */
const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1", "[::1]"]);

const wholeNumber = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(minimum, `must be a whole number from ${minimum} to ${maximum}`)
        .max(maximum, `must be a whole number from ${minimum} to ${maximum}`),
    )
    .default(fallback);

const webAddress = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((url) => url.replace(/\/+$/, ""));

const projectList = z.string().transform((list, context): Project[] => {
  const projects = list.split(",").map((item) => {
    const [id = "", ...name] = item.split("=");
    return { id: id.trim(), name: name.join("=").trim() || id.trim() };
  });
  const ids = new Set(projects.map((project) => project.id));
  if (ids.size !== projects.length || projects.some(({ id }) => !/^[\w.-]+$/.test(id))) {
    context.addIssue("must be a list such as id=Name,id2=Name 2, with every id once");
  }
  for (const { id } of projects) {
    if (TAKEN.has(id))
      context.addIssue(`"${id}" cannot be a project's id: Errata uses that address`);
  }
  return projects;
});

const variables = z.object({
  HOST: z
    .string()
    .regex(/^[\w.:[\]-]+$/, "must be a host name or an address, without a port")
    .default("127.0.0.1"),
  PORT: wholeNumber(3000, 1, 65_535),
  PUBLIC_URL: webAddress
    .refine((url) => new URL(url).origin === url.toLowerCase(), {
      message: "must be an origin such as https://errata.example.org, without a path",
    })
    .optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
    .optional(),
  PLATFORM_URL: webAddress.optional(),
  PLATFORM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be printable characters without spaces")
    .optional(),
  PLATFORM_PROJECTS: projectList.optional(),
  PLATFORM_HOURLY_LIMIT: wholeNumber(100, 1, 1_000_000),
  PLATFORM_RESERVE: wholeNumber(20, 0, 1_000_000),
  PLATFORM_KEY_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9]{1,20}[_-]$/, "must be letters or digits that end in _ or -")
    .default("errata_"),
  AGENT_COMMAND: commandLine.optional(),
  AGENT_TIME_LIMIT: wholeNumber(15, 1, 1_440),
  AGENT_ENVIRONMENT: agentEnvironmentNames.default([]),
  DOCS_REPOSITORY: docsRepositoryText.optional(),
  DOCS_BRANCH: branchName.optional(),
  GITHUB_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be printable characters without spaces")
    .optional(),
  GITHUB_API_URL: webAddress.default("https://api.github.com"),
  ...signInVariables,
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("warn"),
});

type Variables = z.infer<typeof variables>;

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
    agentEnvironment: namedVariables(value.AGENT_ENVIRONMENT, environment),
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
