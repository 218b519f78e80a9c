import "server-only";
import type { DocsAddress } from "../../config/docs-repository.ts";

/** How code hosts address a file on a branch, by their names. */
const HOSTS: { host: RegExp; address: (branch: string, file: string, line: number) => string }[] = [
  // Without `plain`, Markdown is shown as a page, which has no lines.
  { host: /^github\.com$/, address: onGitHub },
  { host: /^gitlab\.(?:[\w-]+\.)*[a-z]+$/, address: onGitLab },
  {
    host: /^bitbucket\.org$/,
    address: (branch, file, line) => `src/${branch}/${file}#lines-${line}`,
  },
];

const SCP = /^(?:[\w.-]+@)?([A-Za-z0-9][\w.-]*):(?!\/\/)(.+)$/;

/**
 * Returns the web address of a file and its line at the code host; null for hosts whose addresses aren't known, such
 * as a folder.
 * @param line counted from 1
 */
export function fileAddress(
  { location, hosted }: Pick<DocsAddress, "location" | "hosted">,
  place: { branch: string; file: string; line: number },
): string | null {
  const repository = repositoryAddress(location);
  if (!repository) return null;
  const address = hosted
    ? { github: onGitHub, gitlab: onGitLab }[hosted.kind]
    : HOSTS.find(({ host }) => host.test(repository.hostname))?.address;
  if (!address) return null;
  const path = address(encoded(place.branch), encoded(place.file), place.line);
  return `${repository.href.replace(/\/$/, "")}/${path}`;
}

function onGitHub(branch: string, file: string, line: number): string {
  return `blob/${branch}/${file}?plain=1#L${line}`;
}

function onGitLab(branch: string, file: string, line: number): string {
  return `-/blob/${branch}/${file}?plain=1#L${line}`;
}

/** The repository's page: `git@github.com:owner/name.git` is at `https://github.com/owner/name`. */
function repositoryAddress(location: string): URL | null {
  const [, host, path] = SCP.exec(location) ?? [];
  const url = URL.parse(host && path ? `ssh://${host}/${path}` : location);
  if (!url || !/^(?:https?|ssh):$/.test(url.protocol)) return null;
  const folder = url.pathname.replace(/^\/+|(?<!\/)\/+$|\.git\/*$/g, "");
  const isWeb = url.protocol !== "ssh:";
  return URL.parse(
    `${isWeb ? url.protocol : "https:"}//${isWeb ? url.host : url.hostname}/${folder}`,
  );
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
