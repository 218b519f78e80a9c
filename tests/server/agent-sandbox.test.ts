import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { commandAgent } from "../../lib/platform/agent/command-agent.ts";
import { launchSandboxed, sandboxSettings } from "../../lib/platform/agent/sandbox.ts";
import { agentFolder } from "../support/agent-folder.ts";
import { processesWith } from "../support/processes.ts";
import { gitIn } from "../support/repository.ts";
import { because, noSandbox } from "../support/sandbox.ts";
import { openWorkshop, pullNumber, runJob, type Workshop } from "../support/workshop.ts";

// Each attack was seen succeeding before there was a sandbox. The agent is a shell that runs its
// prompt: a stranger with Errata's tools.

const CANARY = "canary-0123456789abcdef";

describe.skipIf(noSandbox !== null)(`a sandboxed agent${because}`, () => {
  let shop: Workshop;
  /** Another project of the same user. */
  let victim: string;
  beforeEach(() => {
    victim = mkdtempSync(join(tmpdir(), "errata-victim-"));
  });
  afterEach(async () => {
    await shop.close();
    rmSync(victim, { recursive: true, force: true });
  });

  /** Runs a script as the agent and returns the job with what it wrote to `found.md`. */
  async function attack(script: (dataDir: string) => string, environment = {}) {
    shop = await openWorkshop({
      environment: { AGENT_COMMAND: "sh", AGENT_SANDBOX: "bubblewrap", ...environment },
    });
    writeFileSync(join(shop.dataDir, "dashboard.key"), CANARY);
    shop.jobs.start();
    const job = await runJob(shop.jobs, script(shop.dataDir));
    const pull = job.prLink === null ? null : await shop.host.pulls.get(pullNumber(job));
    const isIn = (file: { path: string }) => file.path === "found.md";
    const found = pull?.files.some(isIn)
      ? gitIn(shop.origin, "show", `${pull.branch}:found.md`)
      : "";
    return { job, pull, found, report: await shop.jobs.report("docs", job.id) };
  }

  test("finds no secret of a process, of Errata's data, or of the user", async () => {
    const env = { ...process.env, AUTH_SECRET: CANARY, GITHUB_TOKEN: CANARY };
    const parent = spawn("sleep", ["60"], { env, stdio: "ignore" });
    await once(parent, "spawn");
    writeFileSync(join(victim, "secret.txt"), CANARY);
    try {
      const { job, found } = await attack(
        (dataDir) => `
          { cat /proc/*/environ | tr '\\0' '\\n'; cat ${dataDir}/dashboard.key ${victim}/secret.txt
            cat /etc/shadow; ls -A ~ /tmp ${join(process.cwd(), ".git")} ${dataDir}/repository
            hostname; id -u; ls /proc | grep -c '^[0-9]'; } > found.md 2>&1
          echo end >> found.md`,
      );
      expect(job.status).toBe("completed");
      expect(found).toMatch(/end$/);
      expect(found).not.toContain(CANARY);
      expect(found).toContain("shadow: No such file or directory");
      expect(found).toMatch(/\nerrata-agent\n1000\n\d\nend$/);
      expect(found.match(/ERRATA_RUN=/g)?.length).toBeGreaterThan(0);
      expect(found).not.toMatch(/repository:\n|\.git:\n/);
    } finally {
      parent.kill("SIGKILL");
    }
  });

  test("can't replace its checkout by a link to another project", async () => {
    mkdirSync(join(victim, "project", ".git"), { recursive: true });
    writeFileSync(join(victim, "project", "secret.txt"), CANARY);
    const { pull } = await attack(
      () => `
        here=$PWD; cd ..; mv "$here" "$here.old" || rm -rf "$here"; ln -s ${victim} "$here"
        echo done > "$here/found.md"`,
    );
    expect(readdirSync(join(victim, "project")).toSorted()).toEqual([".git", "secret.txt"]);
    expect(pull?.files.map(({ path }) => path) ?? []).not.toContain("project/secret.txt");
    expect(existsSync(join(victim, "found.md"))).toBe(false);
  });

  test("can't make Errata's later git commands run its programs", async () => {
    const trap = join(victim, "trap");
    const { pull } = await attack(
      (dataDir) => `
        for repository in ${dataDir}/repository/*.git $PWD/.git; do
          mkdir -p $repository/hooks $repository/info
          for hook in update post-receive pre-push reference-transaction post-index-change; do
            printf '#!/bin/sh\\ntouch ${trap}\\n' > $repository/hooks/$hook
            chmod +x $repository/hooks/$hook
          done
          printf '[filter "x"]\\n\\tclean = touch ${trap}; cat\\n[diff "x"]\\n\\ttextconv = touch ${trap}; cat\\n[core]\\n\\tfsmonitor = touch ${trap}\\n' >> $repository/config
          echo '* filter=x diff=x' > $repository/info/attributes
        done
        echo '*.md filter=x diff=x' > .gitattributes
        echo more > found.md`,
    );
    await shop.host.pulls.merge(pull?.number ?? 0);
    expect(existsSync(trap)).toBe(false);
  });

  test("can't leave folders that Errata is unable to remove", async () => {
    const { job, report } = await attack(
      () => `
        for part in 1 2 3; do
          mkdir -p "$(printf 'd/%.0s' $(seq 1000))"; cd -P "$(printf 'd/%.0s' $(seq 1000))"
        done
        mkdir -- "$(printf 'a\\nb')" -rf locked; echo x > locked/x; chmod 0 locked`,
    );
    expect(job.status).toBe("failed");
    expect(report?.failure).toMatch(/^The agent nested folders more than 100 levels deep/);
    expect(readdirSync(join(shop.dataDir, "worktrees"))).toEqual([]);
  });

  test("reaches no network with AGENT_NETWORK=none", async () => {
    const server = createServer((_, response) => response.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const script = () =>
      `node -e 'fetch("http://127.0.0.1:${port}").then((r) => r.text()).catch(() => "cut").then(console.log)' > found.md`;
    try {
      expect((await attack(script, { AGENT_NETWORK: "none" })).found).toBe("cut");
    } finally {
      server.close();
    }
  });

  test("has limits, and writes only to its checkout and its home", async () => {
    writeFileSync(join(victim, "tool"), "#!/bin/sh\necho a tool\n", { mode: 0o755 });
    const { found } = await attack(
      (dataDir) => `{ ${victim}/tool
        for place in /work ~ /tmp / /usr /etc /usr/bin/sh /lib ${dataDir} ${victim} /proc/sys; do
          if touch $place/touched 2>/dev/null; then echo "wrote $place"; fi
        done
        grep -E '^Max (processes|data|file size|core)' /proc/self/limits
        unshare --user true 2>/dev/null && echo "a namespace of its own"
        grep -E '^(NoNewPrivs|CapEff)' /proc/self/status; } > found.md; rm touched`,
      { AGENT_FOLDERS: victim },
    );
    expect(
      found
        .replace(/[ \t]+/g, " ")
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual([
      "a tool",
      "wrote /work",
      "wrote /home/agent",
      "wrote /tmp",
      "Max file size 1073741824 1073741824 bytes",
      "Max data size 4294967296 4294967296 bytes",
      "Max core file size 0 0 bytes",
      "Max processes 2048 2048 processes",
      "CapEff: 0000000000000000",
      "NoNewPrivs: 1",
    ]);
  });
});

describe.skipIf(noSandbox !== null)(`the processes of a sandboxed agent${because}`, () => {
  const { place, work, read } = agentFolder();
  const settings = sandboxSettings(parseConfig({}));
  const agent = (time: number, grace = 300) =>
    commandAgent(["sh"], { limits: { time, grace }, launch: launchSandboxed(settings) });
  let server: ChildProcess | undefined;
  afterEach(() => {
    server?.kill("SIGKILL");
    server = undefined;
  });

  /** A process in its own session, without a mark, elsewhere: `sleep` for a recognizable time. */
  function fugitive() {
    const time = `9${Math.floor(Math.random() * 1e9)}`;
    const isThere = () => processesWith(`sleep\0${time}`).length > 0;
    return {
      script: `(cd / && setsid -f env -i /bin/sleep ${time}); touch up; `,
      started: () => vi.waitFor(() => expect(existsSync(place("up")) && isThere()).toBe(true)),
      gone: () => vi.waitFor(() => expect(isThere()).toBe(false)),
    };
  }

  test("end with the command", async () => {
    const { script, started, gone } = fugitive();
    const running = agent(60_000)(work(`${script} while [ ! -e go ]; do sleep 0.02; done`));
    await started();
    writeFileSync(place("go"), "");
    await running;
    await gone();
    expect(existsSync(`${place()}.home`)).toBe(false);
  });

  test("end at the time limit", async () => {
    const { script, started, gone } = fugitive();
    const running = agent(1_500, 100)(work(`trap '' TERM; ${script} while :; do sleep 9; done`));
    const failed = expect(running).rejects.toThrow(/ran longer than/);
    await started();
    await failed;
    await gone();
  });

  test("end when the server stops", async () => {
    const { script, started, gone } = fugitive();
    const controller = new AbortController();
    const { signal } = controller;
    const running = agent(60_000)(work(`${script} while :; do sleep 9; done`, { signal }));
    const failed = expect(running).rejects.toThrow("stopped");
    await started();
    controller.abort(new Error("stopped"));
    await failed;
    await gone();
  });

  test("end when the server is killed", async () => {
    const { script, started, gone } = fugitive();
    const moduleOf = (name: string) =>
      JSON.stringify(new URL(`../../lib/platform/agent/${name}.ts`, import.meta.url).href);
    const program = `
      const { commandAgent } = await import(${moduleOf("command-agent")});
      const { launchSandboxed } = await import(${moduleOf("sandbox")});
      const [folder, prompt] = process.argv.slice(1);
      const launch = launchSandboxed({ network: true, folders: [], hidden: [] });
      const output = { print() {}, text: () => "" };
      const { signal } = new AbortController();
      const agent = commandAgent(["sh"], { limits: { time: 60_000, grace: 500 }, launch });
      agent({ folder, prompt, earlier: [], job: "job_test", output, signal });`;
    const args = ["--conditions=react-server", "--input-type=module", "-e", program];
    const prompt = `${script} while :; do sleep 9; done`;
    server = spawn(process.execPath, [...args, place(), prompt], { stdio: "ignore" });
    await started();
    server.kill("SIGKILL");
    await gone();
    rmSync(`${place()}.home`, { recursive: true });
  });

  test("get SIGTERM first, so that they can clean up", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const script = `trap 'echo tidy > tidy; exit 0' TERM; touch up; while :; do sleep 0.05; done`;
    const running = agent(60_000, 5_000)(work(script, { signal }));
    const failed = expect(running).rejects.toThrow("stopped");
    await vi.waitFor(() => expect(existsSync(place("up"))).toBe(true));
    controller.abort(new Error("stopped"));
    await failed;
    expect(read("tidy")).toBe("tidy\n");
  });

  test("see their program, but neither the folder it is in nor Errata's data", async () => {
    const shown = mkdtempSync(join(tmpdir(), "errata-shown-"));
    const home = mkdtempSync(join(tmpdir(), "errata-person-"));
    try {
      for (const folder of ["bin", "tools"]) mkdirSync(join(home, folder));
      for (const folder of ["data", "docs"]) mkdirSync(join(shown, folder));
      for (const file of ["data/key", "docs/page"]) writeFileSync(join(shown, file), CANARY);
      for (const file of ["bin/secret", "tools/secret"]) writeFileSync(join(home, file), CANARY);
      const script = `#!/bin/sh\necho ran; cd ${shown} && ls data docs ${home}/bin ${home}/tools\n`;
      writeFileSync(join(home, "tools", "agent.sh"), script, { mode: 0o755 });
      symlinkSync(join(home, "tools", "agent.sh"), join(home, "bin", "agent"));
      vi.stubEnv("PATH", `${join(home, "bin")}:${process.env.PATH}`);
      const launch = launchSandboxed({
        network: false,
        folders: [shown],
        hidden: [join(shown, "data")],
      });
      const own = commandAgent(["agent"], { limits: { time: 60_000, grace: 100 }, launch });
      const { summary } = await own(work("x"));
      const [bin, tools] = [`${home}/bin:\nagent`, `${home}/tools:\nagent.sh`];
      expect(summary).toBe(`ran\n${bin}\n\n${tools}\n\ndata:\n\ndocs:\npage`);
    } finally {
      vi.unstubAllEnvs();
      for (const folder of [shown, home]) rmSync(folder, { recursive: true });
    }
  });

  test("see no hidden folder behind a visible folder that is a link", async () => {
    const real = mkdtempSync(join(tmpdir(), "errata-shown-"));
    const link = `${real}.link`;
    try {
      symlinkSync(real, link);
      for (const folder of ["data", "docs"]) mkdirSync(join(real, folder));
      for (const file of ["data/key", "docs/page"]) writeFileSync(join(real, file), CANARY);
      const view = { network: false, folders: [link], hidden: [join(real, "data")] };
      const own = commandAgent(["sh"], {
        limits: { time: 60_000, grace: 100 },
        launch: launchSandboxed(view),
      });
      const { summary } = await own(work(`cd ${link} && ls data docs`));
      expect(summary).toBe("data:\n\ndocs:\npage");
    } finally {
      for (const path of [link, real]) rmSync(path, { recursive: true });
    }
  });

  test("pass on the input, the output, and the exit code", async () => {
    const node = commandAgent(
      ["node", "-e", "process.stdout.write('x'.repeat(3e6) + 'the end'); process.exitCode = 3"],
      { limits: { time: 60_000, grace: 100 }, launch: launchSandboxed(settings) },
    );
    await expect(node(work("y".repeat(4e6)))).rejects.toThrow(/exit code 3\.\nx+the end$/);
    const reading = commandAgent(["sh", "-c", "cat /dev/stdin > page.md; kill -9 $$"], {
      limits: { time: 60_000, grace: 100 },
      launch: launchSandboxed(settings),
    });
    await expect(reading(work("the prompt"))).rejects.toThrow(/SIGKILL/);
    expect(read("page.md")).toBe("the prompt");
    const missing = commandAgent(["no-such-program"], {
      limits: { time: 60_000, grace: 100 },
      launch: launchSandboxed(settings),
    });
    await expect(missing(work("x"))).rejects.toThrow(/no-such-program wasn't found/);
  });
});
