import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openWorkshop, runJob, type Workshop } from "../support/workshop.ts";

let folder: string;
let shop: Workshop | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "errata-programs-"));
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
});
afterEach(async () => {
  await shop?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a program in place of an agent, which notes how it was started and prints a line of the agent's stream. */
function standIn(program: string, line: object) {
  const script = `#!${process.execPath}
const { readFileSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
const file = args.includes("/dev/stdin") ? "/dev/stdin" : 0;
writeFileSync(${JSON.stringify(join(folder, "started.json"))}, JSON.stringify({
  args, prompt: readFileSync(file, "utf8"),
  keys: Object.keys(process.env).filter((name) => /KEY|TOKEN/.test(name)),
}));
console.log(${JSON.stringify(JSON.stringify(line))});
`;
  writeFileSync(join(folder, program), script);
  chmodSync(join(folder, program), 0o755);
}

const ids = { uuid: "u", session_id: "s" };
const CASES = [
  {
    agent: "claude",
    program: "claude",
    key: "ANTHROPIC_API_KEY",
    line: { type: "result", result: "Done.", total_cost_usd: 0.25, modelUsage: {}, ...ids },
    args: ["-p", "--bare", "--strict-mcp-config", "acceptEdits", "--max-budget-usd", "5.00"],
    cost: 0.25,
  },
  {
    agent: "codex",
    program: "codex",
    key: "CODEX_API_KEY",
    line: { type: "turn.completed", usage: { input_tokens: 5, output_tokens: 1 } },
    // Errata's sandbox is off here.
    args: ["exec", "-", "--json", "--sandbox", "workspace-write"],
  },
  {
    agent: "gemini",
    program: "gemini",
    key: "GEMINI_API_KEY",
    line: { type: "result", timestamp: "t", status: "success", stats: {} },
    args: ["--output-format", "stream-json", "--skip-trust", "auto_edit"],
  },
  {
    agent: "opencode",
    program: "opencode",
    key: "OPENROUTER_API_KEY",
    line: { type: "step_finish", sessionID: "s", part: { cost: 0.5, tokens: {} } },
    args: ["run", "--format", "json", "--auto"],
    cost: 0.5,
  },
  {
    agent: "aider",
    program: "aider",
    key: "OPENAI_API_KEY",
    line: {},
    args: ["--message-file", "/dev/stdin", "--no-auto-commits"],
  },
  {
    agent: "cursor",
    program: "cursor-agent",
    key: "CURSOR_API_KEY",
    line: { type: "result", session_id: "s", result: "Done." },
    args: ["-p", "--force"],
  },
  {
    agent: "copilot",
    program: "copilot",
    key: "COPILOT_GITHUB_TOKEN",
    line: { type: "assistant.message", data: { content: "Done." } },
    args: ["--output-format", "json", "--allow-tool", "write", "--no-ask-user"],
  },
];

test.each(CASES)(
  "AGENT=$agent starts the program with its key, the model, and the prompt",
  async (given) => {
    standIn(given.program, given.line);
    const own = { AGENT: given.agent, AGENT_MODEL: "some/model", AGENT_JOB_BUDGET: "5" };
    shop = await openWorkshop({
      environment: { ...own, [given.key]: "secret-of-the-agent", OTHER_API_KEY: "another" },
    });
    shop.jobs.start();
    const { id, status, model } = await runJob(shop.jobs, "Change nothing.");
    expect({ status, model }).toEqual({ status: "completed", model: given.program });
    const started = JSON.parse(readFileSync(join(folder, "started.json"), "utf8"));
    expect(started).toMatchObject({ prompt: "Change nothing.", keys: [given.key] });
    expect(started.args).toEqual(expect.arrayContaining([...given.args, "--model", "some/model"]));
    expect((await shop.jobs.usage([id])).get(id)?.cost ?? undefined).toBe(given.cost);
  },
);
