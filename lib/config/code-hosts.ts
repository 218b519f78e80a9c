import "server-only";
import { createPrivateKey } from "node:crypto";
import { z } from "zod";

/** How to reach GitHub or GitLab. URLs have no trailing slash. */
export interface CodeHostAccess {
  kind: "github" | "gitlab";
  /** Null with a GitHub App. */
  token: string | null;
  app: GitHubApp | null;
  /** Base URL of the REST API. */
  apiUrl: string;
  /** Base URL of the website and of https clones. GitLab's can have a path. */
  webUrl: string;
}

/** A GitHub App, which signs in to each repository that it is installed in. */
export interface GitHubApp {
  /** Its ID or its client ID. */
  id: string;
  /** In PEM, as PKCS #8. */
  privateKey: string;
}

/** A repository on a code host that pull requests can be opened on. */
export interface HostedRepository {
  kind: CodeHostAccess["kind"];
  /** `owner/name`; on GitLab with all groups. */
  path: string;
}

/** Parses the private key of a GitHub App: the downloaded file's text, also with `\\n` for line breaks. */
export const appPrivateKey = z.string().transform((text, context): string => {
  try {
    const key = createPrivateKey(text.replaceAll("\\n", "\n"));
    if (key.asymmetricKeyType === "rsa")
      return key.export({ type: "pkcs8", format: "pem" }).toString().trim();
  } catch {
    // The error message doesn't matter: every cause is the same problem.
  }
  context.addIssue("must be the private key that GitHub generated for the App, in PEM");
  return z.NEVER;
});

/** Derives the website from the API URL of github.com, a ghe.com tenant, or GitHub Enterprise Server. */
export function githubAccess(signIn: string | GitHubApp, apiUrl: string): CodeHostAccess {
  const { protocol, host, origin } = new URL(apiUrl);
  const tenant = /^api\.(github\.com|[\w-]+\.ghe\.com)$/.exec(host)?.[1];
  const webUrl = tenant ? `${protocol}//${tenant}` : origin;
  const isApp = typeof signIn !== "string";
  const [token, app] = isApp ? [null, signIn] : [signIn, null];
  return { kind: "github", token, app, apiUrl, webUrl };
}

/** @param webUrl of gitlab.com, or of a self-managed GitLab */
export function gitlabAccess(token: string, webUrl: string): CodeHostAccess {
  return { kind: "gitlab", token, app: null, apiUrl: `${webUrl}/api/v4`, webUrl };
}

const OWNER_AND_NAME = /^([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))\/([\w.-]{1,100}?)(?:\.git)?$/;
const GROUPS_AND_NAME = /^([\w.-]+(?:\/[\w.-]+){0,20}\/[\w.-]+?)(?:\.git)?$/;

/** Parses `owner/name` on GitHub, with or without `.git`; null for other texts. */
export function githubPath(text: string): string | null {
  const [, owner, name] = OWNER_AND_NAME.exec(text) ?? [];
  return owner && name && !/^\.+$/.test(name) ? `${owner}/${name}` : null;
}

/** Returns the repository that a clone's address names; null if it isn't on one of the hosts. */
export function hostedRepository(
  clone: { isWeb: boolean; host: string; path: string },
  hosts: readonly CodeHostAccess[],
): { access: CodeHostAccess; path: string } | null {
  for (const access of hosts) {
    const { host, hostname, pathname } = new URL(access.webUrl);
    if (clone.host !== (clone.isWeb ? host : hostname)) continue;
    // Only the website's address has its folder, not that of ssh.
    const folder = clone.isWeb ? pathname.replace(/\/$/, "") : "";
    const full = `/${clone.path.replace(/^\/|\/$/g, "")}`;
    if (!full.startsWith(`${folder}/`)) continue;
    const text = full.slice(folder.length + 1);
    const path =
      access.kind === "github" ? githubPath(text) : (GROUPS_AND_NAME.exec(text)?.[1] ?? null);
    if (path) return { access, path };
  }
  return null;
}
