import "server-only";
import { resolve } from "node:path";
import { z } from "zod";
import type { GitHubAccess } from "./github.ts";

/** The documentation's repository, as git is told of it. */
export interface DocsAddress {
  /** Absolute path, or address. Free of credentials, so that it may stand in arguments and logs. */
  location: string;
  /** As people are shown it. */
  name: string;
  /** `user:password` for http and https, handed to git through its environment alone. */
  credentials: string | null;
  /** Where it lies on GitHub; null elsewhere, and without a token. */
  github: { owner: string; name: string } | null;
}

type Parsed = { onGitHub: { owner: string; name: string } } | { address: URL } | { plain: string };

const OWNER_AND_NAME = /^([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))\/([\w.-]{1,100}?)(?:\.git)?$/;
const SCP = /^(?:[\w.-]+@)?([A-Za-z0-9][\w.-]*):(?![:/]?[:/])(.+)$/;
const KINDS = "must be a path, an ssh or https address, or owner/name on GitHub";

/** Reads the value of `DOCS_BRANCH`: what `git check-ref-format --branch` allows. */
export const branchName = z
  .string()
  .regex(
    /^(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)))(?![-/.])(?!@$)[^\p{Cc} ~^:?*[\\]+(?<![/.])$/u,
    "must be the name of a branch",
  );

/** Reads the value of `DOCS_REPOSITORY`. A relative path of two parts begins with `./`. */
export const docsRepositoryText = z.string().transform((text, context): Parsed => {
  const [, owner, name] = OWNER_AND_NAME.exec(text) ?? [];
  if (owner && name && !/^\.+$/.test(name)) return { onGitHub: { owner, name } };
  if (/^[\w+.-]+:\/\//.test(text)) {
    const address = URL.parse(text);
    const problem = problemOf(address);
    if (address && problem === null) return { address };
    context.addIssue(problem ?? KINDS);
    return z.NEVER;
  }
  if (/[\p{Cc}]/u.test(text) || /^[-~]/.test(text)) {
    context.addIssue(text.startsWith("~") ? "must be written out, without ~" : KINDS);
    return z.NEVER;
  }
  // `ext::command` would have git run a command.
  if (/^[\w+.@-]*:/.test(text) && !SCP.test(text)) {
    context.addIssue(KINDS);
    return z.NEVER;
  }
  return { plain: text };
});

function problemOf(address: URL | null): string | null {
  if (!address || !/^(https?|ssh|file):$/.test(address.protocol)) return KINDS;
  if (/^\/*$/.test(address.pathname)) return "names a server but no repository on it";
  if (address.search || address.hash) return "must be an address without ? and #";
  if (address.protocol === "ssh:" && address.password) {
    return "must not carry a password for ssh; ssh uses the keys of this user";
  }
  const readable = credentialsOf(address) !== null;
  return readable ? null : "has a user or password that is not percent-encoded";
}

/** `user:password` of an address, empty without them; null where they cannot be read. */
function credentialsOf({ username, password }: URL): string | null {
  if (username === "" && password === "") return "";
  try {
    const decoded = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return /\p{Cc}/u.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** What a repository is still in need of, with the name of the variable; null for nothing. */
export function docsProblem(parsed: Parsed, withToken: boolean): string | null {
  if (!("onGitHub" in parsed) || withToken) return null;
  const path = `${parsed.onGitHub.owner}/${parsed.onGitHub.name}`;
  return `GITHUB_TOKEN: is needed with DOCS_REPOSITORY=${path}; if it is a folder, write ./${path}`;
}

/** The repository that was named, on GitHub where `github` can open pull requests there. */
export function docsAddressOf(parsed: Parsed, github: GitHubAccess | null): DocsAddress {
  if ("onGitHub" in parsed) {
    const { owner, name } = parsed.onGitHub;
    const location = `${github?.webUrl ?? "https://github.com"}/${owner}/${name}.git`;
    return {
      location,
      name: `${owner}/${name}`,
      credentials: github && basicOf(github),
      github: github && { owner, name },
    };
  }
  if ("plain" in parsed) {
    const [, host, path] = SCP.exec(parsed.plain) ?? [];
    const remote = host !== undefined && path !== undefined;
    const location = remote ? parsed.plain : resolve(parsed.plain);
    const onGitHub = remote ? onGitHubAt(host, path, github) : null;
    return { location, name: location, credentials: null, github: onGitHub };
  }
  const { address } = parsed;
  const web = /^https?:$/.test(address.protocol);
  const onGitHub = onGitHubAt(web ? address.host : address.hostname, address.pathname, github);
  const bare = new URL(address);
  if (web) [bare.username, bare.password] = ["", ""];
  const token = github && onGitHub ? basicOf(github) : null;
  const credentials = web ? credentialsOf(address) || token : null;
  const location = bare.href.replace(/\/$/, "");
  return { location, name: location, credentials, github: onGitHub };
}

function basicOf({ token }: GitHubAccess): string {
  return `x-access-token:${token}`;
}

function onGitHubAt(
  host: string,
  path: string,
  github: GitHubAccess | null,
): DocsAddress["github"] {
  if (!github || host !== new URL(github.webUrl).host) return null;
  const [, owner, name] = OWNER_AND_NAME.exec(path.replace(/^\/|\/$/g, "")) ?? [];
  return owner && name ? { owner, name } : null;
}
