import "server-only";

/** GitHub as GITHUB_TOKEN may use it. Addresses are without a trailing slash. */
export interface GitHubAccess {
  token: string;
  /** Base of the REST API. */
  apiUrl: string;
  /** Base of the pages and of https clones. */
  webUrl: string;
}

/** GitHub's own addresses, those of a data-residency tenant, or of a GitHub Enterprise Server. */
export function githubAccess(token: string, apiUrl: string): GitHubAccess {
  const { protocol, host, origin } = new URL(apiUrl);
  const tenant = /^api\.(github\.com|[\w-]+\.ghe\.com)$/.exec(host)?.[1];
  return { token, apiUrl, webUrl: tenant ? `${protocol}//${tenant}` : origin };
}
