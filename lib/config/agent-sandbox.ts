import "server-only";
import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { z } from "zod";

/**
 * Where the agent's command runs: in Errata's own sandbox, in one that the command itself starts (a
 * container), or without any.
 */
export type AgentSandbox = "bubblewrap" | "command" | "off";

/** Parses `AGENT_FOLDERS`: comma-separated paths. */
const folderList = z.string().transform((list, context): string[] => {
  const folders = list
    .split(",")
    .map((folder) => folder.trim())
    .filter((folder) => folder !== "");
  if (!folders.every((folder) => isAbsolute(folder) && !/\p{Cc}/u.test(folder))) {
    context.addIssue("must be a list of full paths, for example /opt/agent,/srv/tools");
  }
  return folders.map((folder) => resolve(folder));
});

/** Environment variables that configure the sandbox of an agent command. */
export const agentSandboxVariables = {
  AGENT_SANDBOX: z
    .enum(["bubblewrap", "command", "off"], "must be bubblewrap, command, or off")
    .default("bubblewrap"),
  AGENT_NETWORK: z.enum(["host", "none"], "must be host or none").default("host"),
  AGENT_FOLDERS: folderList.default([]),
};

/** Returns one line per setting that has no effect, or that would show `dataDir` to the agent. */
export function agentSandboxProblems(
  value: z.infer<z.ZodObject<typeof agentSandboxVariables>>,
  dataDir: string,
): string[] {
  const { AGENT_SANDBOX: sandbox, AGENT_NETWORK: network, AGENT_FOLDERS: folders } = value;
  const problems: string[] = [];
  if (sandbox !== "bubblewrap" && network === "none") {
    problems.push(`AGENT_NETWORK: has no effect when AGENT_SANDBOX=${sandbox}`);
  }
  if (sandbox !== "bubblewrap" && folders.length > 0) {
    problems.push(`AGENT_FOLDERS: has no effect when AGENT_SANDBOX=${sandbox}`);
  }
  for (const folder of folders) {
    const [shown, hidden] = [realPath(folder), realPath(dataDir)];
    if (contains(shown, hidden) || contains(hidden, shown)) {
      problems.push(`AGENT_FOLDERS: must not include ${folder}, because DATA_DIR is there`);
    }
  }
  return problems;
}

/** Returns what a path's links lead to. A folder that doesn't exist yet keeps its path. */
export function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
