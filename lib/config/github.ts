import "server-only";

/** How to reach GitHub. URLs have no trailing slash. */
export interface GitHubAccess {
  token: string;
  /** Base URL of the REST API. */
  apiUrl: string;
  /** Base URL of the website and of https clones. */
  webUrl: string;
}

/** Derives the website from the API URL of github.com, a ghe.com tenant, or GitHub Enterprise Server. */
export function githubAccess(token: string, apiUrl: string): GitHubAccess {
  const { protocol, host, origin } = new URL(apiUrl);
  const tenant = /^api\.(github\.com|[\w-]+\.ghe\.com)$/.exec(host)?.[1];
  return { token, apiUrl, webUrl: tenant ? `${protocol}//${tenant}` : origin };
}
