import "server-only";
import { type AgentUsage, FORMATS, type StreamUpdate } from "./stream-formats.ts";

/** The content of an agent's stream so far. Names are without secrets; the text may have some. */
export interface AgentProgress {
  /** The agent's activities, the newest last, at most `MAX_ACTIVITIES`. */
  activities: string[];
  /** Null until the agent reports it. */
  usage: AgentUsage | null;
  /** The final text; null for output that isn't a known stream. */
  text: string | null;
  /** Tools that the agent wasn't allowed to use, each once. */
  denied: string[];
}

/** Activities that are kept, tools that are named, and characters of one, as read and as kept. */
const MAX_ACTIVITIES = 200;
const MAX_DENIED = 20;
const MAX_NAME = { read: 2_000, kept: 120 } as const;
/** Characters of a line that is read; a longer one is skipped. */
const MAX_LINE = 1_000_000;
/** Characters of the text that are kept, so that no part of a secret is left where it is cut to those that are shown. */
const MAX_TEXT = { kept: 40_000, shown: 20_000 } as const;

/**
 * Reads an agent's output line by line while it arrives. Output of no known format is ignored.
 * @param clean removes secrets, before anything is cut
 */
export function createStreamReader(clean: (text: string) => string) {
  const progress: AgentProgress = { activities: [], usage: null, text: null, denied: [] };
  let format: (typeof FORMATS)[number] | undefined;
  let pending = "";
  let isTooLong = false;

  const readLine = (line: string) => {
    const parsed = parseObject(line);
    if (!parsed) return;
    format ??= FORMATS.find(({ isLine }) => isLine(parsed));
    if (format) add(progress, format.read(parsed), clean);
  };
  return {
    progress: (): AgentProgress => ({
      ...progress,
      text: progress.text && clean(progress.text).slice(-MAX_TEXT.shown),
    }),
    /** Takes the next part of the output. */
    push: (chunk: string) => {
      const lines = chunk.split("\n");
      for (const [index, part] of lines.entries()) {
        if (index > 0) {
          if (!isTooLong) readLine(pending);
          pending = "";
          isTooLong = false;
        }
        isTooLong ||= pending.length + part.length > MAX_LINE;
        pending = isTooLong ? "" : pending + part;
      }
    },
  };
}

function parseObject(line: string): Record<string, unknown> | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    // Programs print other lines as well.
    return null;
  }
}

function add(progress: AgentProgress, said: StreamUpdate, clean: (text: string) => string): void {
  const { activities = [], text, more, usage, addedUsage, denied = [] } = said;
  const short = (name: string) => clean(name.slice(0, MAX_NAME.read)).slice(0, MAX_NAME.kept);
  const done = activities.slice(-MAX_ACTIVITIES).map(short);
  progress.activities = [...progress.activities, ...done].slice(-MAX_ACTIVITIES);
  if (text) progress.text = clean(text.slice(0, MAX_TEXT.kept)).slice(0, MAX_TEXT.shown);
  if (more) progress.text = ((progress.text ?? "") + more).slice(-MAX_TEXT.kept);
  if (usage) progress.usage = usage;
  if (addedUsage) progress.usage = addUsage(progress.usage, addedUsage);
  const named = [...progress.denied, ...denied.filter(Boolean).slice(0, MAX_DENIED).map(short)];
  progress.denied = [...new Set(named)].slice(0, MAX_DENIED);
}

/** Adds two usages. Money is unknown only if neither reports any. */
export function addUsage(one: AgentUsage | null, other: AgentUsage): AgentUsage {
  if (!one) return other;
  const cost =
    one.cost === null && other.cost === null ? null : (one.cost ?? 0) + (other.cost ?? 0);
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
    cost,
  };
}
