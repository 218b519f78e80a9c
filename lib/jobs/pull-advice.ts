import "server-only";

const PULL_PATHS = {
  github: /^\/[\w-]+\/[\w.-]+\/pull\/\d+(?:\/|$)/,
  gitlab: /^(?:\/[\w.-]+){2,20}\/-\/merge_requests\/\d+(?:\/|$)/,
};

/**
 * Says why the state of a pull request is unknown and what to do about it.
 * @param hosts websites of the code hosts that Errata can ask
 */
export function pullAdvice(link: string, hosts: readonly string[]): string {
  const address = URL.parse(link);
  const path = address?.pathname ?? "";
  const isRequest = PULL_PATHS.gitlab.test(path);
  const isPull = isRequest || PULL_PATHS.github.test(path);
  const token = isRequest ? "GITLAB_TOKEN" : "GITHUB_TOKEN";
  if (hosts.some((host) => new URL(host).origin === address?.origin)) {
    const name = isRequest ? "GitLab doesn't show this merge" : "GitHub doesn't show this pull";
    return isPull
      ? `${name} request. Check the link and whether ${token} can read the repository.`
      : "This link doesn't go to a pull request. Open it to see where it goes.";
  }
  if (hosts.length === 0 && isPull)
    return `Set ${token} and restart Errata to see whether this pull request was merged.`;
  const names = hosts.length > 0 ? hosts.map((host) => new URL(host).host) : ["GitHub", "GitLab"];
  return `Errata can check pull requests only on ${names.join(" and ")}. Open the link to see whether it was merged.`;
}
