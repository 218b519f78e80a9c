import { describe, expect, test } from "vitest";
import { createStreamReader } from "../../lib/platform/agent/read-stream.ts";

function read(...lines: (string | object)[]) {
  const reader = createStreamReader((text) => text);
  const text = lines
    .map((line) => (typeof line === "string" ? line : JSON.stringify(line)))
    .map((line) => `${line}\n`)
    .join("");
  // In pieces that end anywhere.
  for (let at = 0; at < text.length; at += 7) reader.push(text.slice(at, at + 7));
  return reader.progress();
}

const session = { session_id: "3f", uuid: "u" };

describe("an agent's stream", () => {
  test("of Claude Code has tools, the result, the cost of all models, and refusals", () => {
    const edit = { type: "tool_use", name: "Edit", input: { file_path: "/work/quickstart.mdx" } };
    const bash = { type: "tool_use", name: "Bash", input: { command: "vale docs" } };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const model = { inputTokens: 18, outputTokens: 2_577, cacheReadInputTokens: 169_817 };
    expect(
      read(
        { type: "system", subtype: "hook_started", ...session },
        {
          type: "assistant",
          message: { content: [{ type: "text", text: "I'll read it." }, edit, bash], usage },
          ...session,
        },
        { type: "something_new", ...session },
        {
          type: "result",
          subtype: "success",
          result: "Changed step 3.",
          total_cost_usd: 0.2417,
          usage,
          modelUsage: { a: { ...model, cacheCreationInputTokens: 2 }, b: model },
          permission_denials: [{ tool_name: "WebFetch" }, { tool_name: "WebFetch" }],
          ...session,
        },
      ),
    ).toEqual({
      activities: ["Editing quickstart.mdx", "Running vale docs"],
      text: "Changed step 3.",
      usage: { input: 38, output: 5_154, cached: 339_634, cost: 0.2417 },
      denied: ["WebFetch"],
    });
  });

  test("of Codex adds up its turns, and has no money", () => {
    const usage = { input_tokens: 100, cached_input_tokens: 40, output_tokens: 5 };
    expect(
      read(
        { type: "thread.started", thread_id: "019f" },
        { type: "item.started", item: { type: "command_execution", command: "rg listen" } },
        {
          type: "item.completed",
          item: { type: "file_change", changes: [{ path: "quickstart.md" }] },
        },
        { type: "item.completed", item: { type: "agent_message", text: "First." } },
        { type: "turn.completed", usage },
        {
          type: "item.completed",
          item: { type: "command_execution", command: "rm x", status: "declined" },
        },
        { type: "item.completed", item: { type: "agent_message", text: "Changed step 3." } },
        { type: "turn.completed", usage },
      ),
    ).toEqual({
      activities: ["Running rg listen", "Editing quickstart.md"],
      text: "Changed step 3.",
      usage: { input: 120, output: 10, cached: 80, cost: null },
      denied: ["rm x"],
    });
  });

  test("of Gemini joins its messages", () => {
    const message = { type: "message", role: "assistant", delta: true };
    expect(
      read(
        "Loaded cached credentials.",
        { type: "init", timestamp: "2026-04-30T12:16:50.412Z", session_id: "1" },
        { ...message, content: "Changed " },
        { type: "tool_use", tool_name: "replace", parameters: { file_path: "a.md" } },
        { ...message, content: "step 3." },
        { type: "result", stats: { input_tokens: 11_500, output_tokens: 138, cached: 9_000 } },
      ),
    ).toEqual({
      activities: ["Editing a.md"],
      text: "Changed step 3.",
      usage: { input: 2_500, output: 138, cached: 9_000, cost: null },
      denied: [],
    });
  });

  test("of OpenCode adds up the cost of its steps", () => {
    const sessionID = "ses_abc";
    const tokens = { input: 10, output: 2, reasoning: 3, cache: { read: 4, write: 0 } };
    const finish = { type: "step_finish", sessionID, part: { cost: 0.0123, tokens } };
    const tool = { type: "tool", tool: "edit", state: { input: { filePath: "a.md" } } };
    expect(
      read(
        { type: "step_start", sessionID, part: {} },
        { type: "tool_use", sessionID, part: tool },
        finish,
        { type: "text", sessionID, part: { text: "Changed step 3." } },
        finish,
        { type: "done", sessionID, reason: "idle", rejected: ["bash"] },
      ),
    ).toEqual({
      activities: ["Editing a.md"],
      text: "Changed step 3.",
      usage: { input: 20, output: 10, cached: 8, cost: 0.0246 },
      denied: ["bash"],
    });
  });

  test("of Cursor, of Antigravity, and of everything else is read as well", () => {
    const cursor = read(
      { type: "system", subtype: "init", session_id: "c6", model: "m" },
      {
        type: "tool_call",
        subtype: "started",
        tool_call: { readToolCall: { args: { path: "a.md" } } },
      },
      {
        type: "result",
        result: "Done.",
        usage: { inputTokens: 11, outputTokens: 7, cacheReadTokens: 5 },
      },
    );
    expect(cursor).toMatchObject({ activities: ["Reading a.md"], text: "Done." });
    const antigravity = read(
      { event: "init", conversation_id: "1" },
      { event: "step_update", step_update: { text_delta: "Do" } },
      {
        event: "result",
        result: { response: "Done.", usage: { input_tokens: 1, output_tokens: 2 } },
      },
    );
    expect(antigravity).toMatchObject({ text: "Done.", usage: { input: 1, output: 2 } });
    const own = read(
      { errata: { activity: "Reading /quickstart" } },
      { errata: { usage: { input: 1, output: 2 }, cost_usd: 0.01 } },
      { errata: { cost_usd: 0.02, summary: "Done." } },
    );
    expect(own.activities).toEqual(["Reading /quickstart"]);
    expect(own).toMatchObject({ text: "Done.", usage: { input: 1, cost: 0.03 } });
  });

  test("is nothing where no line is known, and bounded where it is long", () => {
    expect(read("Tokens: 12k sent", "{not json}", "[1]", { some: "object" })).toEqual({
      activities: [],
      text: null,
      usage: null,
      denied: [],
    });
    const reader = createStreamReader((text) => text);
    const activity = `${JSON.stringify({ errata: { activity: "x".repeat(1_000) } })}\n`;
    for (let count = 0; count < 300; count += 1) reader.push(activity);
    reader.push(`{"errata":{"summary":"${"y".repeat(1_200_000)}"}}\n`);
    expect(reader.progress().activities).toHaveLength(200);
    expect(reader.progress().activities[0]?.length).toBeLessThanOrEqual(120);
    expect(reader.progress().text).toBeNull();
  });

  test("has short names without secrets, wherever they are cut", () => {
    const secret = "s3cret".repeat(10);
    const { push, progress } = createStreamReader((text) => text.replaceAll(secret, "[secret]"));
    const uses = [
      { name: "n".repeat(900_000), input: {} },
      { name: "Bash", input: { command: `${"x".repeat(90)}${secret}` } },
    ].map((use) => ({ type: "tool_use", ...use }));
    const denied = [
      { tool_name: "t".repeat(900_000) },
      { tool_name: `${"y".repeat(90)}${secret}` },
    ];
    push(`${JSON.stringify({ type: "assistant", message: { content: uses }, ...session })}\n`);
    const result = { type: "result", result: `${"z".repeat(19_990)}${secret}` };
    push(`${JSON.stringify({ ...result, permission_denials: denied, ...session })}\n`);
    const said = JSON.stringify(progress());
    expect(said).not.toContain("s3cret");
    for (const name of [...progress().activities, ...progress().denied]) {
      expect(name.length).toBeLessThanOrEqual(120);
    }
    expect(progress().text?.slice(19_980)).toBe("zzzzzzzzzz[secret]");
  });
});
