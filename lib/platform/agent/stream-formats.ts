import "server-only";

// Formats of coding agents' output: one JSON object per line. Unknown types are skipped, because programs add
// them.

/** A line of an agent's stream. */
export type Line = Record<string, unknown>;

/** Tokens, and money in US dollars as the program estimates it; null where it reports none. */
export interface AgentUsage {
  input: number;
  output: number;
  cached: number;
  cost: number | null;
}

/** The information in a line. */
export interface StreamUpdate {
  /** The agent's activity, such as "Editing quickstart.mdx". */
  activities?: string[];
  /** The final text so far, or what follows it. */
  text?: string;
  more?: string;
  /** The usage so far, or what is added to it. */
  usage?: AgentUsage;
  addedUsage?: AgentUsage;
  /** Tools that the agent wasn't allowed to use. */
  denied?: string[];
}

interface Format {
  name: string;
  /** Whether a line is of this format; asked until one is recognized. */
  isLine: (line: Line) => boolean;
  read: (line: Line) => StreamUpdate;
}

const object = (value: unknown): Line =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
const list = (value: unknown): Line[] => (Array.isArray(value) ? value.map(object) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
const money = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;

/** Verbs for what tools do, by words in their names. */
const VERBS: readonly (readonly [RegExp, string])[] = [
  [/edit|write|replace|patch|create/i, "Editing"],
  [/bash|shell|command|exec|terminal/i, "Running"],
  [/grep|glob|search|find|list|^ls$/i, "Searching"],
  [/read|view|cat|open/i, "Reading"],
  [/fetch|web/i, "Fetching"],
];
const TARGETS = [
  "file_path",
  "filePath",
  "absolute_path",
  "path",
  "command",
  "pattern",
  "query",
  "url",
];

/** Describes the use of a tool: "Editing quickstart.mdx". */
function toolActivity(name: string, input: Line): string {
  const target = TARGETS.map((key) => text(input[key])).find((value) => value !== "") ?? "";
  const verb = VERBS.find(([words]) => words.test(name))?.[1];
  const shown = target.replace(/^\/work\//, "");
  return verb && shown ? `${verb} ${shown}` : `Using ${name}`;
}

const claude: Format = {
  name: "Claude Code",
  isLine: ({ uuid, session_id }) => typeof uuid === "string" && typeof session_id === "string",
  read: (line) => {
    if (line.type === "assistant") {
      const parts = list(object(line.message).content);
      const used = parts.filter(({ type }) => type === "tool_use");
      const said = parts.findLast(({ type }) => type === "text");
      return {
        activities: used.map(({ name, input }) => toolActivity(text(name), object(input))),
        text: text(said?.text),
      };
    }
    if (line.type !== "result") return {};
    const models = Object.values(object(line.modelUsage)).map(object);
    const sum = (key: string) => models.reduce((total, each) => total + number(each[key]), 0);
    return {
      text: text(line.result),
      usage: {
        input: sum("inputTokens") + sum("cacheCreationInputTokens"),
        output: sum("outputTokens"),
        cached: sum("cacheReadInputTokens"),
        cost: money(line.total_cost_usd),
      },
      denied: list(line.permission_denials).map(({ tool_name }) => text(tool_name)),
    };
  },
};

const codex: Format = {
  name: "Codex",
  isLine: ({ type }) => /^(?:thread|turn|item)\./.test(text(type)),
  read: (line) => {
    const item = object(line.item);
    if (line.type === "turn.completed") {
      const usage = object(line.usage);
      const cached = number(usage.cached_input_tokens);
      const input = Math.max(0, number(usage.input_tokens) - cached);
      return { addedUsage: { input, output: number(usage.output_tokens), cached, cost: null } };
    }
    if (line.type === "item.started" && item.type === "command_execution") {
      return { activities: [toolActivity("command", item)] };
    }
    if (line.type !== "item.completed") return {};
    if (item.type === "agent_message") return { text: text(item.text) };
    if (item.type === "file_change") {
      return { activities: list(item.changes).map((change) => toolActivity("edit", change)) };
    }
    return item.status === "declined" ? { denied: [text(item.command)] } : {};
  },
};

const gemini: Format = {
  name: "Gemini CLI",
  isLine: ({ type, timestamp }) => type === "init" && typeof timestamp === "string",
  read: (line) => {
    if (line.type === "message" && line.role === "assistant") return { more: text(line.content) };
    if (line.type === "tool_use") {
      return { activities: [toolActivity(text(line.tool_name), object(line.parameters))] };
    }
    if (line.type !== "result") return {};
    const stats = object(line.stats);
    const cached = number(stats.cached);
    const input = Math.max(0, number(stats.input_tokens) - cached);
    return { usage: { input, output: number(stats.output_tokens), cached, cost: null } };
  },
};

const antigravity: Format = {
  name: "Antigravity CLI",
  isLine: ({ event }) => typeof event === "string",
  read: (line) => {
    const step = object(line.step_update);
    if (line.event === "step_update") return { more: text(step.text_delta) };
    if (line.event !== "result") return {};
    const result = object(line.result);
    const usage = object(result.usage);
    return {
      text: text(result.response),
      usage: {
        input: number(usage.input_tokens),
        output: number(usage.output_tokens),
        cached: number(usage.cache_read_tokens),
        cost: null,
      },
    };
  },
};

const openCode: Format = {
  name: "OpenCode",
  isLine: ({ sessionID }) => typeof sessionID === "string",
  read: (line) => {
    const part = object(line.part);
    if (line.type === "text") return { text: text(part.text) };
    if (line.type === "tool_use") {
      const input = object(object(part.state).input);
      return { activities: [toolActivity(text(part.tool), input)] };
    }
    if (line.type === "done" && Array.isArray(line.rejected)) {
      return { denied: line.rejected.map(text) };
    }
    if (line.type !== "step_finish") return {};
    const tokens = object(part.tokens);
    return {
      addedUsage: {
        input: number(tokens.input),
        output: number(tokens.output) + number(tokens.reasoning),
        cached: number(object(tokens.cache).read),
        cost: money(part.cost),
      },
    };
  },
};

const cursor: Format = {
  name: "Cursor CLI",
  isLine: ({ type, subtype }) => type === "system" && subtype === "init",
  read: (line) => {
    if (line.type === "tool_call" && line.subtype === "started") {
      const [call] = Object.entries(object(line.tool_call));
      const input = object(object(call?.[1]).args);
      return { activities: [toolActivity(call?.[0].replace(/ToolCall$/, "") ?? "", input)] };
    }
    if (line.type !== "result") return {};
    const usage = object(line.usage);
    return {
      text: text(line.result),
      usage: {
        input: number(usage.inputTokens),
        output: number(usage.outputTokens),
        cached: number(usage.cacheReadTokens),
        cost: null,
      },
    };
  },
};

/** A small format for every other program, see docs/agents.md. */
const errata: Format = {
  name: "Errata",
  isLine: (line) => Object.keys(object(line.errata)).length > 0,
  read: (line) => {
    const said = object(line.errata);
    const usage = object(said.usage);
    const hasUsage = "usage" in said || "cost_usd" in said;
    return {
      ...(text(said.activity) && { activities: [text(said.activity)] }),
      ...(text(said.summary) && { text: text(said.summary) }),
      ...(hasUsage && {
        addedUsage: {
          input: number(usage.input),
          output: number(usage.output),
          cached: number(usage.cached),
          cost: money(said.cost_usd),
        },
      }),
    };
  },
};

/** The formats in the order in which a line is tried. */
export const FORMATS: readonly Format[] = [
  ...[claude, codex, gemini, openCode, cursor, errata, antigravity],
];
