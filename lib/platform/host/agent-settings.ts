import "server-only";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { changedInIndex, isAbsent, restoreInIndex } from "./changed-files.ts";
import { type GitOptions, git } from "./git.ts";
import { shownPaths } from "./undo-unintended-changes.ts";

/** Folders by which a repository configures coding agents: with hooks, plugins, servers, and rights. */
const FOLDERS = [
  ...[".agent", ".agents", ".claude", ".codex", ".copilot", ".cursor", ".gemini", ".opencode"],
  ".github/hooks",
];
const FILES = [
  ...[".mcp.json", ".github/mcp.json", ".vscode/mcp.json", "opencode.json", "opencode.jsonc"],
  ...[".env", ".aider.conf.yml", ".aider.model.settings.yml", ".aider.model.metadata.json"],
];

/**
 * Files from which coding agents read commands or rights, also a file or link in a folder's place. `AGENTS.md` and its
 * like are text, which the agent may read like any other page.
 */
const SETTINGS = [...FILES, ...FOLDERS, ...FOLDERS.map((folder) => `${folder}/**`)].map(
  (path) => `:(icase,glob)**/${path}`,
);

/** Removes what configures coding agents from a checkout, whose own repository then doesn't show it as deleted. */
export async function hideAgentSettings(checkout: GitOptions): Promise<void> {
  const listing = await git(["ls-files", "-z", "--", ...SETTINGS], checkout);
  const tracked = listing.split("\0").filter((path) => path !== "");
  if (tracked.length === 0) return;
  await git(["update-index", "--skip-worktree", "-z", "--stdin"], { ...checkout, input: listing });
  for (const path of tracked) await rm(join(checkout.folder, path), { force: true });
}

/**
 * Restores the files that configure coding agents in the index to their state in the commit,
 * whatever the agent did.
 * @returns a sentence about the files that the agent added or changed
 */
export async function restoreAgentSettings(index: GitOptions, commit: string): Promise<string[]> {
  const changed = await changedInIndex(index, commit, SETTINGS);
  await restoreInIndex(index, changed);
  const written = changed.filter(({ id }) => !isAbsent(id)).map(({ path }) => path);
  if (written.length === 0) return [];
  return [`Undone: ${shownPaths(written)}, because it configures coding agents`];
}
