import "server-only";

/**
 * Says why the state of a pull request is unknown and what to do about it.
 * @param github website of the code host that Errata can ask; null without a token
 */
export function pullAdvice(link: string, github: string | null): string {
  const address = URL.parse(link);
  const isPull = /^\/[\w-]+\/[\w.-]+\/pull\/\d+(?:\/|$)/.test(address?.pathname ?? "");
  if (github === null) {
    return isPull
      ? "Set GITHUB_TOKEN and restart Errata to see whether this pull request was merged."
      : "Errata can check pull requests only on GitHub. Open the link to see whether it was merged.";
  }
  if (address?.origin !== github) {
    return `Errata can check pull requests only on ${new URL(github).host}. Open the link to see whether it was merged.`;
  }
  return isPull
    ? "GitHub doesn't show this pull request. Check the link and whether GITHUB_TOKEN can read the repository."
    : "This link doesn't go to a pull request. Open it to see where it goes.";
}
