import "server-only";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type GitOptions, git } from "./git.ts";
import { shownPaths } from "./undo-unintended-changes.ts";

/** Folders by which a repository configures coding agents: with hooks, plugins, servers, and rights. */
const FOLDERS = new Set([
  ...[".agent", ".agents", ".claude", ".codex", ".copilot", ".cursor", ".gemini", ".opencode"],
]);
const FILES = new Set([
  ...[".mcp.json", "opencode.json", "opencode.jsonc", ".aider.conf.yml", ".env"],
  ...[".aider.model.settings.yml", ".aider.model.metadata.json"],
]);
/** The ends of paths in folders that have other files as well. */
const PARTS = [/(?:^|\/)\.github\/hooks\//, /(?:^|\/)\.(?:github|vscode)\/mcp\.json$/];

/**
 * Whether coding agents read commands or rights from a file. `AGENTS.md` and its like are text, which the agent may
 * read like any other page.
 */
export function isAgentSetting(path: string): boolean {
  const folders = path.toLowerCase().split("/");
  const name = folders.pop() ?? "";
  return (
    FILES.has(name) ||
    folders.some((folder) => FOLDERS.has(folder)) ||
    // A file or link in a folder's place.
    FOLDERS.has(name) ||
    PARTS.some((part) => part.test(path.toLowerCase()))
  );
}

/** Removes what configures coding agents from a checkout, whose own repository then doesn't show it as deleted. */
export async function hideAgentSettings(checkout: GitOptions): Promise<void> {
  const tracked = (await git(["ls-files", "-z"], checkout)).split("\0").filter(isAgentSetting);
  if (tracked.length === 0) return;
  const input = tracked.map((path) => `${path}\0`).join("");
  await git(["update-index", "--skip-worktree", "-z", "--stdin"], { ...checkout, input });
  for (const path of tracked) await rm(join(checkout.folder, path), { force: true });
}

/**
 * Puts what configures coding agents into the index as it is in the commit, whatever the agent did.
 * @returns a sentence about the files that the agent added or changed
 */
export async function restoreAgentSettings(index: GitOptions, commit: string): Promise<string[]> {
  const before = settingsOf(await git(["ls-tree", "-r", "-z", commit], index));
  const now = settingsOf(await git(["ls-files", "--stage", "-z"], index));
  const added = [...now.keys()].filter((path) => !before.has(path));
  const written = [...now].filter(([path, entry]) => entry !== before.get(path));
  const removals = added.map((path) => `0 ${"0".repeat(40)}\t${path}\0`);
  const entries = [...before].map(([path, entry]) => `${entry}\t${path}\0`);
  const input = [...removals, ...entries].join("");
  if (input !== "") await git(["update-index", "-z", "--index-info"], { ...index, input });
  if (written.length === 0) return [];
  return [
    `Undone: ${shownPaths(written.map(([path]) => path))}, because it configures coding agents`,
  ];
}

/** Returns mode and object by path. @param listing of `ls-tree` or `ls-files --stage`, whose fields have another order */
function settingsOf(listing: string): Map<string, string> {
  const lines = listing.split("\0").flatMap((line) => {
    const [, facts = "", path = ""] = /^(.*?)\t(.*)$/s.exec(line) ?? [];
    const [mode = "", ...rest] = facts.split(" ");
    const object = rest.find((field) => /^[0-9a-f]{40,64}$/.test(field)) ?? "";
    return isAgentSetting(path) ? [[path, `${mode} ${object}`] as const] : [];
  });
  return new Map(lines);
}
