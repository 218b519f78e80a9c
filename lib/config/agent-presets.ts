import "server-only";
import { z } from "zod";
import type { AgentSandbox } from "./agent-sandbox.ts";
import type { Command } from "./command-line.ts";

interface Preset {
  /** The program, with options for: a prompt on standard input, edits without questions, and a stream that Errata reads. */
  command: Command;
  /** Variables with its keys, which are passed to it if they are set. It needs one of them. */
  keys: readonly string[];
  /** The option that limits the US dollars that a prompt may cost. */
  budgetFlag?: string;
}

/** Keys of model vendors, for programs that support several. */
const MODEL_KEYS = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"];

/**
 * Programs that `AGENT` names, see docs/agents.md. None of these options lets a repository configure the program, which
 * doesn't see such files either (lib/platform/host/agent-settings.ts).
 */
const PRESETS = {
  claude: {
    command: [
      ...(["claude", "-p", "--bare", "--strict-mcp-config", "--no-session-persistence"] as const),
      ...["--permission-mode", "acceptEdits", "--output-format", "stream-json", "--verbose"],
    ],
    keys: ["ANTHROPIC_API_KEY"],
    budgetFlag: "--max-budget-usd",
  },
  codex: {
    command: ["codex", "exec", "-", "--json", "--ephemeral", "--skip-git-repo-check"],
    keys: ["CODEX_API_KEY", "OPENAI_API_KEY"],
  },
  gemini: {
    command: [
      ...(["gemini", "--output-format", "stream-json"] as const),
      ...["--skip-trust", "--approval-mode", "auto_edit"],
    ],
    keys: ["GEMINI_API_KEY"],
  },
  opencode: {
    command: ["opencode", "run", "--format", "json", "--auto"],
    keys: MODEL_KEYS,
  },
  aider: {
    command: [
      ...(["aider", "--message-file", "/dev/stdin", "--yes-always"] as const),
      ...["--no-auto-commits", "--no-stream", "--no-pretty", "--no-check-update", "--no-gitignore"],
    ],
    keys: MODEL_KEYS,
  },
  cursor: {
    command: ["cursor-agent", "-p", "--output-format", "stream-json", "--force"],
    keys: ["CURSOR_API_KEY"],
  },
  copilot: {
    command: [
      ...(["copilot", "--output-format", "json", "--allow-tool", "write"] as const),
      ...["--no-ask-user", "--no-auto-update", "--disable-builtin-mcps"],
    ],
    keys: ["COPILOT_GITHUB_TOKEN"],
  },
} satisfies Record<string, Preset>;

type PresetName = keyof typeof PRESETS;
const NAMES = Object.keys(PRESETS);
const isPreset = (name: string): name is PresetName => Object.hasOwn(PRESETS, name);

/** Environment variables that choose one of the programs. */
export const agentPresetVariables = {
  AGENT: z
    .string()
    .refine(isPreset, `must be ${new Intl.ListFormat("en", { type: "disjunction" }).format(NAMES)}`)
    .optional(),
  AGENT_MODEL: z
    .string()
    .regex(/^[\w.:/@[\]-]{1,200}$/, "must be the name of a model")
    .optional(),
};

interface Values {
  AGENT?: PresetName | undefined;
  AGENT_MODEL?: string | undefined;
  AGENT_COMMAND?: Command | undefined;
  AGENT_SANDBOX: AgentSandbox;
}

type Environment = Record<string, string | undefined>;

/** Returns one line per variable that is missing, or has no effect. */
export function agentPresetProblems(value: Values, environment: Environment): string[] {
  const { AGENT: name, AGENT_COMMAND: command, AGENT_MODEL: model } = value;
  if (!name) return model ? ["AGENT_MODEL: has no effect without AGENT"] : [];
  if (command) return ["AGENT: can't be used with AGENT_COMMAND"];
  const { keys } = PRESETS[name];
  if (keys.some((key) => environment[key])) return [];
  const needed = new Intl.ListFormat("en", { type: "disjunction" }).format(keys);
  return [`AGENT: ${name} needs ${needed}`];
}

/** Returns the command of the agent, and its option for a budget; null for the sample agent. */
export function agentProgram(
  value: Values,
): { command: Command; budgetFlag: string | null } | null {
  const { AGENT: name, AGENT_COMMAND: command } = value;
  if (!name) return command ? { command, budgetFlag: null } : null;
  const preset: Preset = PRESETS[name];
  const model = value.AGENT_MODEL ? ["--model", value.AGENT_MODEL] : [];
  const given = [...sandboxOf(name, value.AGENT_SANDBOX), ...model];
  return { command: [...preset.command, ...given], budgetFlag: preset.budgetFlag ?? null };
}

/** Codex starts a sandbox of its own, which doesn't start inside another one. */
function sandboxOf(name: PresetName, sandbox: AgentSandbox): string[] {
  if (name !== "codex") return [];
  return ["--sandbox", sandbox === "bubblewrap" ? "danger-full-access" : "workspace-write"];
}

/** Returns the names of the variables with the program's keys. */
export function agentKeys({ AGENT: name }: Values): readonly string[] {
  return name ? PRESETS[name].keys : [];
}
