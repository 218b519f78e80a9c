import "server-only";
import { resolve } from "node:path";
import { z } from "zod";
import type { GitHubAccess } from "./github.ts";
import { isConfidential, PLAIN_HTTP } from "./service-url.ts";

/** Where the documentation repository is, and how git signs in to it. */
export interface DocsAddress {
  /** Absolute path or URL, without credentials so that arguments and logs can contain it. */
  location: string;
  /** Display name. */
  name: string;
  /** `user:password` for http and https, passed to git only through its environment. */
  credentials: string | null;
  /** The GitHub repository; null for other hosts and without a token. */
  github: { owner: string; name: string } | null;
}

type Parsed = { onGitHub: { owner: string; name: string } } | { url: URL } | { plain: string };

const OWNER_AND_NAME = /^([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))\/([\w.-]{1,100}?)(?:\.git)?$/;
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
  const [, owner, name] = OWNER_AND_NAME.exec(text) ?? [];
  if (owner && name && !/^\.+$/.test(name)) return { onGitHub: { owner, name } };
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
}: {
  DOCS_REPOSITORY?: Parsed | undefined;
  DOCS_BRANCH?: string | undefined;
  GITHUB_TOKEN?: string | undefined;
}): string[] {
  if (!parsed) return branch ? ["DOCS_REPOSITORY: is required when DOCS_BRANCH is set"] : [];
  if (!("onGitHub" in parsed) || token !== undefined) return [];
  const path = `${parsed.onGitHub.owner}/${parsed.onGitHub.name}`;
  return [
    `GITHUB_TOKEN: is required when DOCS_REPOSITORY=${path}. If it's a folder, write ./${path}`,
  ];
}

/** Resolves a parsed repository. With `github`, pull requests for its host are opened on GitHub. */
export function docsAddress(parsed: Parsed, github: GitHubAccess | null): DocsAddress {
  if ("onGitHub" in parsed) return gitHubAddress(parsed.onGitHub, github);
  return "plain" in parsed ? plainAddress(parsed.plain, github) : urlAddress(parsed.url, github);
}

function gitHubAddress(
  { owner, name }: { owner: string; name: string },
  github: GitHubAccess | null,
): DocsAddress {
  return {
    location: `${github?.webUrl ?? "https://github.com"}/${owner}/${name}.git`,
    name: `${owner}/${name}`,
    credentials: github && tokenCredentials(github),
    github: github && { owner, name },
  };
}

function plainAddress(text: string, github: GitHubAccess | null): DocsAddress {
  const [, host, path] = SCP.exec(text) ?? [];
  const isRemote = host !== undefined && path !== undefined;
  const location = isRemote ? text : resolve(text);
  const onGitHub = isRemote ? gitHubRepository(host, path, github) : null;
  return { location, name: location, credentials: null, github: onGitHub };
}

function urlAddress(url: URL, github: GitHubAccess | null): DocsAddress {
  const web = /^https?:$/.test(url.protocol);
  const onGitHub = gitHubRepository(web ? url.host : url.hostname, url.pathname, github);
  const bare = new URL(url);
  if (web) [bare.username, bare.password] = ["", ""];
  const token = github && onGitHub ? tokenCredentials(github) : null;
  const credentials = web ? parseCredentials(url) || token : null;
  const location = bare.href.replace(/\/$/, "");
  return { location, name: location, credentials, github: onGitHub };
}

function tokenCredentials({ token }: GitHubAccess): string {
  return `x-access-token:${token}`;
}

function gitHubRepository(
  host: string,
  path: string,
  github: GitHubAccess | null,
): DocsAddress["github"] {
  if (!github || host !== new URL(github.webUrl).host) return null;
  const [, owner, name] = OWNER_AND_NAME.exec(path.replace(/^\/|\/$/g, "")) ?? [];
  return owner && name ? { owner, name } : null;
}
