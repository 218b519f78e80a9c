import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { type Agent, AgentFailed } from "../../lib/platform/agent/agent.ts";
import { commandAgent } from "../../lib/platform/agent/command-agent.ts";
import { createOutput } from "../../lib/platform/agent/output.ts";
import { createRedactor } from "../../lib/platform/agent/redact.ts";
import { launchSupervised } from "../../lib/platform/agent/supervisor.ts";
import { agentFolder } from "../support/agent-folder.ts";

const { place, work, read } = agentFolder();

describe("a coding agent's program", () => {
  const node = (script: string, time = 10_000, variables = {}): Agent =>
    commandAgent([process.execPath, "-e", script], {
      limits: { time, grace: 500 },
      launch: launchSupervised,
      variables,
    });
  const run = (script: string, timeLimit?: number, prompt = "the prompt") =>
    node(script, timeLimit)(work(prompt));

  test("gets the prompt on its input, the checkout as its folder, and little else", async () => {
    vi.stubEnv("PLATFORM_API_KEY", "errata_secret");
    const { summary } = await run(
      "process.stdin.pipe(require('fs').createWriteStream('page.md')).on('finish', () => console.log(Object.keys(process.env).sort().join(' ')))",
    );
    vi.unstubAllEnvs();
    expect(read("page.md")).toBe("the prompt");
    expect(["PATH", "HOME", "LANG", "TERM", "TMPDIR", "PWD", "ERRATA_RUN"]).toEqual(
      expect.arrayContaining(summary.split(" ")),
    );
  });

  test("fails with its last output when it exits with an error", async () => {
    const failing = run("console.error('\\u001b[31mno licence'); process.exit(3)");
    await expect(failing).rejects.toThrow(AgentFailed);
    await expect(failing).rejects.toThrow(/exit code 3.*\nno licence/);
    await expect(run("process.kill(process.pid, 'SIGTERM')")).rejects.toThrow(/SIGTERM/);
    const missing = commandAgent(["no-such-program"], {
      limits: { time: 1_000, grace: 100 },
      launch: launchSupervised,
    });
    await expect(missing(work("x"))).rejects.toThrow(/couldn't be started/);
  });

  test("is killed with all its processes when it hangs", async () => {
    const script =
      "const { spawn } = require('child_process'); const c = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); require('fs').writeFileSync('pid', String(c.pid)); setInterval(() => {}, 1000)";
    await expect(run(script, 4_000)).rejects.toThrow(/ran longer than/);
    await vi.waitFor(() => expect(isRunning(Number(read("pid")))).toBe(false));
  });

  test("leaves no processes after it succeeds", async () => {
    const script =
      "const { spawn } = require('child_process'); const c = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); require('fs').writeFileSync('pid', String(c.pid)); process.exit(0)";
    await run(script);
    await vi.waitFor(() => expect(isRunning(Number(read("pid")))).toBe(false));
  });

  test("can print megabytes and doesn't have to read its input", async () => {
    const script = "process.stdout.write('x'.repeat(8e6) + 'the end')";
    const { summary } = await run(script, undefined, "y".repeat(4e6));
    expect(summary).toMatch(/^x+the end$/);
    expect(summary.length).toBeLessThanOrEqual(2_000);
  });

  test("gets SIGTERM before SIGKILL, so that it can clean up", async () => {
    const script =
      "process.on('SIGTERM', () => { require('fs').writeFileSync('tidy', ''); process.exit(0) }); require('fs').writeFileSync('up', ''); setInterval(() => {}, 1000)";
    await expect(run(script, 4_000)).rejects.toThrow(/ran longer than/);
    expect(existsSync(place("tidy"))).toBe(true);
  });

  test("is killed when it ignores SIGTERM, with processes that left its group", async () => {
    const away =
      "const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' }); c.unref(); require('fs').writeFileSync('pid', String(c.pid));";
    const stubborn = `${away} process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`;
    await expect(run(stubborn, 1_000)).rejects.toThrow(/ran longer than/);
    await vi.waitFor(() => expect(isRunning(Number(read("pid")))).toBe(false));
    await run(`${away} process.exit(0)`);
    await vi.waitFor(() => expect(isRunning(Number(read("pid")))).toBe(false));
  });

  test("is killed with processes that removed their mark but stayed in its folder", async () => {
    const script = `setsid -f env -i sh -c 'echo $$ > pid; exec sleep 1000'; while [ ! -s pid ]; do sleep 0.01; done`;
    const leaving = commandAgent(["sh", "-c", script], {
      limits: { time: 10_000, grace: 100 },
      launch: launchSupervised,
    });
    await leaving(work("x"));
    await vi.waitFor(() => expect(isRunning(Number(read("pid")))).toBe(false));
  });

  test("is killed even if it keeps forking", async () => {
    const fork = commandAgent(["sh", "-c", "while :; do sleep 1000 & sleep 0.01; done"], {
      limits: { time: 700, grace: 100 },
      launch: launchSupervised,
    });
    await expect(fork(work("x"))).rejects.toThrow(/ran longer than/);
    await vi.waitFor(async () => expect(await runsOf("job_test")).toEqual([]));
  });

  test("stops when the server is killed", async () => {
    const server = `
      const { commandAgent } = await import(${JSON.stringify(moduleOf("command-agent"))});
      const { launchSupervised: launch } = await import(${JSON.stringify(moduleOf("supervisor"))});
      const script = "require('fs').writeFileSync('pid', String(process.pid)); process.on('SIGTERM', () => process.exit(1)); setInterval(() => {}, 1000)";
      const output = { print() {}, text: () => "" };
      const { signal } = new AbortController();
      const folder = process.argv[1];
      commandAgent([process.execPath, "-e", script], { limits: { time: 60_000, grace: 500 }, launch })({ folder, prompt: "x", earlier: [], job: "job_test", output, signal });`;
    const args = ["--conditions=react-server", "--input-type=module", "-e", server, place()];
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    // The file exists a moment before its content.
    const pid = await vi.waitFor(() => {
      expect(read("pid")).toMatch(/^\d+$/);
      return Number(read("pid"));
    });
    expect(isRunning(pid)).toBe(true);
    child.kill("SIGKILL");
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  test("gets the allowed environment variables, which are removed from its output", async () => {
    const { agentEnvironment } = parseConfig({
      AGENT_ENVIRONMENT: "MODEL_KEY",
      MODEL_KEY: "sk-canary-0123456789",
    });
    expect(agentEnvironment).toEqual({ MODEL_KEY: "sk-canary-0123456789" });
    const redact = createRedactor(
      parseConfig({ AGENT_ENVIRONMENT: "MODEL_KEY", MODEL_KEY: "sk-canary-0123456789" }),
    );
    const output = createOutput(redact);
    const script = "console.log('key', process.env.MODEL_KEY, 'end'); process.exit(1)";
    const running = node(script, 10_000, agentEnvironment)({ ...work("x"), output });
    await expect(running).rejects.toThrow(/exit code 1\.\nkey \[secret\] end$/);
    expect(output.text()).toBe("key [secret] end\n");
  });

  test("gets the earlier prompts with a follow-up, and a single prompt unchanged", async () => {
    const script = "process.stdin.pipe(require('fs').createWriteStream('page.md'))";
    await node(script)(work("the new one", { earlier: ["the first one", "the second one"] }));
    expect(read("page.md")).toMatch(
      /follow-up.*Earlier prompt 1 of 2\n\nthe first one\n.*2 of 2\n\nthe second one\n.*# New prompt\n\nthe new one$/s,
    );
  });

  test("is told last that only a report is wanted, also with a follow-up", async () => {
    const script = "process.stdin.pipe(require('fs').createWriteStream('page.md'))";
    await node(script)(work("the new one", { earlier: ["the first one"], reportOnly: true }));
    expect(read("page.md")).toMatch(
      /the first one\n.*# New prompt\n\nthe new one\n\n# Report only\n\n.*there is no pull request/s,
    );
  });

  test("is killed when the server stops", async () => {
    const controller = new AbortController();
    const running = node("require('fs').writeFileSync('up', ''); setInterval(() => {}, 1000)")(
      work("x", { signal: controller.signal }),
    );
    await vi.waitFor(() => expect(existsSync(place("up"))).toBe(true));
    controller.abort(new Error("stopped"));
    await expect(running).rejects.toThrow("stopped");
  });
});

describe("an agent's output", () => {
  const secret = "canary-secret-0123456789";
  const environment = { AGENT_ENVIRONMENT: "KEY", KEY: secret, GITHUB_TOKEN: "ghp_abcdefgh" };
  const kept = () => createOutput(createRedactor(parseConfig(environment)));

  test("keeps its beginning and its end when it is long", () => {
    const output = kept();
    output.print("first words\n");
    for (let line = 0; line < 5_000; line += 1) output.print(`${"x".repeat(1_000)}\n`);
    output.print("last words");
    expect(output.text().length).toBeLessThan(260 * 1_024);
    expect(output.text()).toMatch(/^first words\nx+\n.*\d{7} characters omitted.*last words$/s);
  });

  test("contains no secrets, even if they were split, colored or cut", () => {
    const token = Buffer.from("x-access-token:ghp_abcdefgh").toString("base64");
    const own = `errata_${"k".repeat(32)}`;
    const output = kept();
    for (const text of [secret, "ghp_abcdefgh", own]) {
      for (const letter of `\n${text}`) output.print(letter);
      output.print(`\n${text.slice(0, 5)}\u001b[31m${text.slice(5)}\u001b[0m`);
    }
    const said = output.text();
    for (const text of [secret, "ghp_abcdefgh", own, token]) expect(said).not.toContain(text);
    expect(said.match(/\[(secret|key)\]/g)).toHaveLength(6);
    const around = kept();
    // No part of the secret remains, wherever the output is cut.
    for (let piece = 0; piece < 60_000; piece += 1) {
      around.print(secret.slice(0, 12));
      around.print(`${secret.slice(12)}.`);
    }
    expect(around.text()).toContain("characters omitted");
    expect(around.text()).not.toMatch(/canar|anary|-0123|56789/);
  });

  test.each(["\n", ""])(
    "contains no secret colored where its pieces meet, in lines that end with %j",
    (end) => {
      for (let at = 1; at < 40; at += 1) {
        const output = kept();
        const text = `${secret.slice(0, 5)}\u001b[31m${secret.slice(5)}\u001b[0m😀${end}`;
        const before = `${"x".repeat(16 * 1_024 - at)}${end}`;
        for (let time = 0; time < 3; time += 1) output.print(before);
        for (const unit of text.split("")) output.print(unit);
        output.print(before);
        expect(output.text()).toMatch(/x\n?\[secret\]😀\n?x/);
      }
    },
  );

  test("is read without searching all of it again", () => {
    let searched = 0;
    const count = (text: string) => {
      searched += text.length;
      return text;
    };
    const output = createOutput(Object.assign(count, { maxLength: 100 }));
    for (let line = 0; line < 1_000; line += 1) output.print(`${"x".repeat(500)}\n`);
    searched = 0;
    expect(output.text().length).toBeGreaterThan(250_000);
    expect(searched).toBeLessThan(50_000);
  });
});

const moduleOf = (name: string) =>
  new URL(`../../lib/platform/agent/${name}.ts`, import.meta.url).href;

/** Processes of a job's agents. */
async function runsOf(job: string): Promise<string[]> {
  const names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return names.filter((name) => {
    try {
      return readFileSync(`/proc/${name}/environ`, "latin1").includes(`ERRATA_RUN=${job}/`);
    } catch {
      return false;
    }
  });
}

/** A zombie no longer runs, but waits for its parent to reap it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/State:\s+Z/.test(readFileSync(status, "utf8"));
}
