import "server-only";
import { resolve } from "node:path";
import { z } from "zod";
import {
  type CodeHostAccess,
  githubPath,
  type HostedRepository,
  hostedRepository,
} from "./code-hosts.ts";
import { isConfidential, PLAIN_HTTP } from "./service-url.ts";

/** Where the documentation repository is, and how git signs in to it. */
export interface DocsAddress {
  /** Absolute path or URL, without credentials so that arguments and logs can contain it. */
  location: string;
  /** Display name. */
  name: string;
  /** `user:password` for http and https, passed to git only through its environment. */
  credentials: string | null;
  /** The repository on GitHub or GitLab; null for other hosts and without a token. */
  hosted: HostedRepository | null;
}

type Parsed = { onGitHub: string } | { url: URL } | { plain: string };

const SCP = /^(?:[\w.-]+@)?([A-Za-z0-9][\w.-]*):(?![:/]?[:/])(.+)$/;
const ACCEPTED = "must be a path, an ssh or https URL, or owner/name on GitHub";

/** Parses `DOCS_BRANCH`. Accepts what `git check-ref-format --branch` accepts. */
export const branchName = z
  .string()
  .regex(
    /^(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)))(?![-/.])(?!@$)[^\p{Cc} ~^:?*[\\]+(?<![/.])$/u,
    "must be a branch name",
  );

/** Parses `DOCS_REPOSITORY`. A relative path with two parts must start with `./`. */
export const docsRepositoryText = z.string().transform((text, context): Parsed => {
  const onGitHub = githubPath(text);
  if (onGitHub !== null) return { onGitHub };
  const url = /^[\w+.-]+:\/\//.test(text) ? URL.parse(text) : undefined;
  const problem = url === undefined ? plainProblem(text) : urlProblem(url);
  if (problem === null) return url ? { url } : { plain: text };
  context.addIssue(problem);
  return z.NEVER;
});

function plainProblem(text: string): string | null {
  if (text.startsWith("~")) return "must be a full path, without ~";
  // git would run the command in `ext::command`.
  const isCommand = /^[\w+.@-]*:/.test(text) && !SCP.test(text);
  return /\p{Cc}/u.test(text) || text.startsWith("-") || isCommand ? ACCEPTED : null;
}

function urlProblem(url: URL | null): string | null {
  if (!url || !/^(https?|ssh|file):$/.test(url.protocol)) return ACCEPTED;
  if (/^\/*$/.test(url.pathname)) return "must include the path of the repository";
  if (url.protocol === "http:" && !isConfidential(url.href)) return PLAIN_HTTP;
  if (url.search || url.hash) return "must be a URL without ? and #";
  if (url.protocol === "ssh:" && url.password) {
    return "must not include a password for ssh, which uses this user's keys";
  }
  const readable = parseCredentials(url) !== null;
  return readable ? null : "has a user or password that isn't percent-encoded";
}

/** Returns `user:password` from a URL, empty if it has none; null if they can't be decoded. */
function parseCredentials({ username, password }: URL): string | null {
  if (username === "" && password === "") return "";
  try {
    const decoded = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return /\p{Cc}/u.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** Returns the configuration problems of a branch without a repository, and of a repository that needs a token. */
export function docsProblems({
  DOCS_REPOSITORY: parsed,
  DOCS_BRANCH: branch,
  GITHUB_TOKEN: token,
  GITHUB_APP_ID: app,
  GITLAB_TOKEN: gitlabToken,
}: {
  DOCS_REPOSITORY?: Parsed | undefined;
  DOCS_BRANCH?: string | undefined;
  GITHUB_TOKEN?: string | undefined;
  GITHUB_APP_ID?: string | undefined;
  GITLAB_TOKEN?: string | undefined;
}): string[] {
  if (!parsed) return branch ? ["DOCS_REPOSITORY: is required when DOCS_BRANCH is set"] : [];
  if (!("onGitHub" in parsed) || (token ?? app) !== undefined) return [];
  const path = parsed.onGitHub;
  const meant = gitlabToken
    ? "it's on GitLab, write its full URL"
    : `it's a folder, write ./${path}`;
  return [`GITHUB_TOKEN: is required when DOCS_REPOSITORY=${path}. If ${meant}`];
}

/** Resolves a parsed repository. Pull requests are opened on the host that it is on. */
export function docsAddress(parsed: Parsed, hosts: readonly CodeHostAccess[]): DocsAddress {
  if ("onGitHub" in parsed) return gitHubAddress(parsed.onGitHub, hosts);
  return "plain" in parsed ? plainAddress(parsed.plain, hosts) : urlAddress(parsed.url, hosts);
}

function gitHubAddress(path: string, hosts: readonly CodeHostAccess[]): DocsAddress {
  const github = hosts.find(({ kind }) => kind === "github");
  return {
    location: `${github?.webUrl ?? "https://github.com"}/${path}.git`,
    name: path,
    credentials: github ? tokenCredentials(github) : null,
    hosted: github ? { kind: "github", path } : null,
  };
}

function plainAddress(text: string, hosts: readonly CodeHostAccess[]): DocsAddress {
  const [, host, path] = SCP.exec(text) ?? [];
  const isRemote = host !== undefined && path !== undefined;
  const location = isRemote ? text : resolve(text);
  const found = isRemote ? hostedRepository({ isWeb: false, host, path }, hosts) : null;
  return { location, name: location, credentials: null, hosted: hostedAt(found) };
}

function urlAddress(url: URL, hosts: readonly CodeHostAccess[]): DocsAddress {
  const isWeb = /^https?:$/.test(url.protocol);
  const host = isWeb ? url.host : url.hostname;
  const found = hostedRepository({ isWeb, host, path: url.pathname }, hosts);
  const bare = new URL(url);
  if (isWeb) [bare.username, bare.password] = ["", ""];
  const token = found ? tokenCredentials(found.access) : null;
  const credentials = isWeb ? parseCredentials(url) || token : null;
  // GitLab redirects git to the address with `.git`, and git doesn't follow redirects.
  const ending = isWeb && found?.access.kind === "gitlab" ? ".git" : "";
  const address = bare.href.replace(/\/$/, "");
  const location = address.endsWith(ending) ? address : `${address}${ending}`;
  return { location, name: location, credentials, hosted: hostedAt(found) };
}

function hostedAt(found: ReturnType<typeof hostedRepository>): HostedRepository | null {
  return found && { kind: found.access.kind, path: found.path };
}

/** Null with a GitHub App, whose tokens end after an hour. */
function tokenCredentials({ kind, token }: CodeHostAccess): string | null {
  return token && `${kind === "github" ? "x-access-token" : "oauth2"}:${token}`;
}
