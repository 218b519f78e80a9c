import "server-only";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { commandAgent } from "./command-agent.ts";
import { launchSandboxed, sandboxSettings } from "./sandbox.ts";
import { hiddenFiles } from "./sandbox-folders.ts";

/** Milliseconds that an empty command may take. */
const LIMITS = { time: 10_000, grace: 0 };

/** Returns why the agent's command, or the check's, can't run in Errata's sandbox and what to do; null if they can. */
export async function sandboxProblem(config: Config): Promise<string | null> {
  const { agentCommand, docsCheckCommand, agentSandbox, platform } = config;
  const commands = Object.entries({
    AGENT_COMMAND: agentCommand,
    DOCS_CHECK_COMMAND: docsCheckCommand,
  });
  if (commands.every(([, command]) => command === null)) return null;
  if (agentSandbox !== "bubblewrap" || platform.mode === "hosted") return null;
  const missing = config.agentFolders.find((each) => !existsSync(each));
  if (missing !== undefined) {
    return `AGENT_FOLDERS: ${missing} doesn't exist. Create it, or remove it from the list.`;
  }
  const settings = sandboxSettings(config);
  const failure = await tryOut(settings);
  if (failure !== null) {
    return `AGENT_SANDBOX: the agent's sandbox can't run here (${failure}). Install bubblewrap (on Debian: apt-get install bubblewrap) and allow user namespaces, or set AGENT_SANDBOX=off after reading docs/security.md.`;
  }
  for (const [name, command] of commands) {
    const [hidden] = command === null ? [] : hiddenFiles(command, settings);
    if (hidden !== undefined)
      return `AGENT_FOLDERS: ${hidden} wasn't found in the agent's sandbox. Correct ${name}, or add its folder.`;
  }
  return null;
}

/** The check prints no stream. */
const NO_PROGRESS = { activities: [], usage: null, text: null, denied: [] };

async function tryOut(settings: ReturnType<typeof sandboxSettings>): Promise<string | null> {
  const parent = await mkdtemp(join(tmpdir(), "errata-sandbox-"));
  const agent = commandAgent(["true"], { limits: LIMITS, launch: launchSandboxed(settings) });
  let printed = "";
  const output = {
    print: (text: string) => {
      printed += text;
    },
    text: () => printed,
    follow: () => undefined,
    progress: () => NO_PROGRESS,
  };
  const { signal } = new AbortController();
  const folder = join(parent, "work");
  await mkdir(folder);
  const work = { folder, prompt: "", pages: [], earlier: [], job: "check", output, signal };
  try {
    await agent(work);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return (printed.trim() || reason).replace(/\s+/g, " ").slice(0, 300);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}
