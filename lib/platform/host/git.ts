import "server-only";
import { execFile } from "node:child_process";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { relativizePaths } from "../relative-paths.ts";
import { checkLockFile } from "./lock-file.ts";
import { randomId } from "./random-id.ts";

// Git is run directly and not through a library: exit codes decide (a conflict is not an error),
// and the environment below is what keeps a user's own git configuration out.

/** Git refused or could not run. The message is its own first lines, without credentials. */
export class GitFailed extends AppError {
  override readonly name = "GitFailed";
  /** What git said, whole; for us, not for people. */
  readonly output: string;

  /** @param dataDir which messages name no path of from the root on */
  constructor(command: string, output: string, dataDir: string | null = null) {
    const shown = dataDir === null ? output : relativizePaths(output, dataDir);
    const lines = withoutCredentials(shown).split("\n");
    // Where it pushes to and that it did not work are known; the reason is on the other lines.
    const said = lines
      .filter((line) => !/^To |failed to push some refs/.test(line))
      .join("\n")
      .trim();
    super("unavailable", `git ${command} failed: ${said.slice(0, 1_000) || "no reason given"}`);
    this.output = withoutCredentials(output);
  }
}

export interface GitOptions {
  /** Where git runs: a bare repository or a work tree. */
  folder: string;
  /** Folder with the only configuration that git reads beside the repository's, see `gitHome`. */
  home: string;
  input?: string;
  env?: Record<string, string>;
  signal?: AbortSignal;
  /** Exit codes that are answers and not failures, beside 0. */
  allowedExitCodes?: readonly number[];
  /** Milliseconds after which a git that does not come back is ended. */
  timeLimit?: number;
}

const PASSED_ON = ["PATH", "TMPDIR", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR"];
const PROXIES = ["http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY", "ALL_PROXY"];
const OUTPUT_LIMIT = 64 * 1024 * 1024;
const TIME_LIMIT = 120_000;
const LOCKED = /cannot lock ref|unable to lock|could not lock|\.lock': File exists/i;
const LOCK_RETRIES = 8;

/**
 * The output of one git command, without a shell. Waits for lock files of other processes.
 * @throws {GitFailed}
 */
export async function git(args: readonly string[], options: GitOptions): Promise<string> {
  return (await runGit(args, options)).output;
}

/** Like `git`, with the exit code for commands that answer by it. */
export async function runGit(
  args: readonly string[],
  options: GitOptions,
): Promise<{ code: number; output: string }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(args, options);
    } catch (error) {
      if (!(error instanceof GitFailed && LOCKED.test(error.output))) throw error;
      const held = await checkLockFile(error.output, options);
      if (held === null && attempt > LOCK_RETRIES) throw error;
      const pause = Math.min(attempt, LOCK_RETRIES) * (20 + Math.random() * 60);
      await delay(pause, undefined, { signal: options.signal });
    }
  }
}

/** Makes the folder whose `.gitconfig` stands in for the user's, and returns it. */
export async function gitHome(parent: string): Promise<string> {
  const home = join(parent, "home");
  await mkdir(home, { recursive: true, mode: 0o700 });
  const unfinished = join(home, `.gitconfig.${randomId(6)}`);
  await writeFile(unfinished, CONFIGURATION);
  await rename(unfinished, join(home, ".gitconfig"));
  return home;
}

// Ownership is not asked about: the repositories are the configured one and our own copies, which
// may lie on a volume that belongs to another user. Nothing is collected, so that the commits of
// closed pull requests stay.
const CONFIGURATION = `[safe]
\tdirectory = *
[core]
\tautocrlf = false
\tquotePath = false
\tbigFileThreshold = 4m
[commit]
\tgpgSign = false
[gc]
\tauto = 0
[maintenance]
\tauto = false
[receive]
\tautogc = false
[uploadpack]
\tallowAnySHA1InWant = true
[http]
\tlowSpeedLimit = 100
\tlowSpeedTime = 60
[advice]
\tdetachedHead = false
`;

function runOnce(
  args: readonly string[],
  { folder, home, input, env, signal, allowedExitCodes = [], timeLimit = TIME_LIMIT }: GitOptions,
): Promise<{ code: number; output: string }> {
  const command = args[0] ?? "";
  const dataDir = dirname(dirname(home));
  const all = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", ...args];
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      all,
      {
        cwd: folder,
        env: { ...environment(home), ...env },
        maxBuffer: OUTPUT_LIMIT,
        timeout: timeLimit,
        signal,
      },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (signal?.aborted) reject(signal.reason);
        else if (typeof code === "number" && (code === 0 || allowedExitCodes.includes(code)))
          resolve({ code, output: stdout });
        else reject(new GitFailed(command, stderr || stdout || (error?.message ?? ""), dataDir));
      },
    );
    // A git that ends without reading its input says why by its exit code.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input ?? "");
  });
}

function environment(home: string): NodeJS.ProcessEnv {
  const passed = [...PASSED_ON, ...PROXIES].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(passed),
    HOME: home,
    XDG_CONFIG_HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: join(home, ".gitconfig"),
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes -o ConnectTimeout=30",
    // No transport that is a command of somebody's choice, also not from a submodule's address.
    GIT_ALLOW_PROTOCOL: "file:http:https:ssh",
    LC_ALL: "C",
  } as NodeJS.ProcessEnv;
}

/** Addresses as they may be shown and logged: `https://user:token@host/…` loses `user:token@`. */
export function withoutCredentials(text: string): string {
  return text.replace(/(\w:\/\/)[^\s/]*@/g, "$1");
}
