import "server-only";
import { isIP } from "node:net";
import { z } from "zod";
import { agentBudgetVariables } from "./agent-budget.ts";
import { agentEnvironmentNames } from "./agent-environment.ts";
import { agentPresetVariables } from "./agent-presets.ts";
import { agentSandboxVariables } from "./agent-sandbox.ts";
import { appPrivateKey } from "./code-hosts.ts";
import { commandLine } from "./command-line.ts";
import { branchName, docsRepositoryText } from "./docs-repository.ts";
import { gitbookSecretList } from "./gitbook.ts";
import { gitlabUrl, serviceUrl, webUrl } from "./service-url.ts";
import { generatedSecret, signInVariables, visible } from "./sign-in.ts";

/** Addresses and networks of proxies, separated by commas. scripts/setup/client-address.mjs reads them. */
const proxyList = z
  .string()
  .refine((list) => list.split(",").every((proxy) => isNetwork(proxy.trim())), {
    message: "must be IP addresses or networks, for example 10.0.0.5,172.16.0.0/12",
  });

function isNetwork(text: string): boolean {
  const [address = "", bits = "0", ...rest] = text.split("/");
  const most = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

z.config({ jitless: true });

/** First path segments that Errata uses, so a project can't have them as its ID. */
const RESERVED_IDS = new Set([
  ...["api", "v1", "v2", "pulls", "healthz", "readyz", "metrics", "settings", "_next", ".", ".."],
  ...["account", "forbidden", "invitation", "open", "people", "session-ended", "set-up", "sign-in"],
]);

/** Host names that only this computer can reach. */
export const LOOPBACK_HOSTS = new Set(["127.0.0.1", "localhost", "::1", "[::1]"]);

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

/** A period in days; 0 without one. */
const days = wholeNumber(0, 1, 36_500);

const projectList = z.string().transform((list, context): { id: string; name: string }[] => {
  const projects = list.split(",").map((item) => {
    const [id = "", ...name] = item.split("=");
    return { id: id.trim(), name: name.join("=").trim() || id.trim() };
  });
  const ids = new Set(projects.map((project) => project.id));
  if (ids.size !== projects.length || projects.some(({ id }) => !/^[\w.-]+$/.test(id))) {
    context.addIssue("must be a list of unique IDs, for example id=Name,id2=Name 2");
  }
  for (const { id } of projects) {
    if (RESERVED_IDS.has(id))
      context.addIssue(`"${id}" can't be a project ID, because Errata uses that path`);
  }
  return projects;
});

/** Validates each environment variable. `parseConfig` validates them together. */
export const variables = z.object({
  HOST: z
    .string()
    .regex(/^[\w.:[\]-]+$/, "must be a host name or IP address, without a port")
    .default("127.0.0.1"),
  PORT: wholeNumber(3000, 1, 65_535),
  PUBLIC_URL: webUrl
    .refine((url) => new URL(url).origin === url.toLowerCase(), {
      message: "must be an origin without a path, for example https://errata.example.org",
    })
    // Lowercase, as browsers send it: origins are compared, and https enables secure cookies.
    .transform((url) => new URL(url).origin)
    .optional(),
  TRUSTED_PROXIES: proxyList.optional(),
  DEMO: z.literal("1", "must be 1, or unset").optional(),
  LOCAL_KEY: z.enum(["on", "off"], "must be on or off").optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// URL")
    .optional(),
  PLATFORM_URL: serviceUrl.optional(),
  PLATFORM_API_KEY: visible.optional(),
  PLATFORM_PROJECTS: projectList.optional(),
  PLATFORM_HOURLY_LIMIT: wholeNumber(100, 1, 1_000_000),
  PLATFORM_RESERVE: wholeNumber(20, 0, 1_000_000),
  PLATFORM_KEY_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9]{1,20}[_-]$/, "must be letters and digits, then _ or -")
    .default("errata_"),
  GITBOOK_WEBHOOK_SECRETS: gitbookSecretList.default([]),
  ...agentPresetVariables,
  AGENT_COMMAND: commandLine.optional(),
  AGENT_TIME_LIMIT: wholeNumber(15, 1, 1_440),
  AGENT_CONCURRENCY: wholeNumber(2, 1, 16),
  AGENT_ENVIRONMENT: agentEnvironmentNames.default([]),
  ...agentBudgetVariables,
  ...agentSandboxVariables,
  DOCS_REPOSITORY: docsRepositoryText.optional(),
  DOCS_BRANCH: branchName.optional(),
  DOCS_CHECK_COMMAND: commandLine.optional(),
  GITHUB_TOKEN: visible.optional(),
  GITHUB_API_URL: serviceUrl.default("https://api.github.com"),
  GITHUB_APP_ID: z
    .string()
    .regex(/^[A-Za-z0-9.]{1,40}$/, "must be the ID or the client ID of the GitHub App")
    .optional(),
  GITHUB_APP_PRIVATE_KEY: appPrivateKey.optional(),
  GITHUB_WEBHOOK_SECRET: generatedSecret.optional(),
  GITLAB_TOKEN: visible.optional(),
  GITLAB_WEBHOOK_SECRET: generatedSecret.optional(),
  GITLAB_URL: gitlabUrl.default("https://gitlab.com"),
  EMBEDDINGS_URL: serviceUrl.optional(),
  EMBEDDINGS_KEY: visible.optional(),
  EMBEDDINGS_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "must be at most 200 printable ASCII characters without spaces")
    .optional(),
  RETENTION_CONTACTS: days,
  RETENTION_DELETED_ITEMS: days,
  RETENTION_SUSPECTED_SPAM: days,
  RETENTION_JOB_OUTPUT: days,
  RETENTION_AUDIT_LOG: days,
  ...signInVariables,
  METRICS_TOKEN: generatedSecret.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("warn"),
});

export type Variables = z.infer<typeof variables>;
