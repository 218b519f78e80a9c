import "server-only";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { runProgram } from "../program-starter.ts";
import { relativizePaths } from "../relative-paths.ts";
import { checkLockFile } from "./lock-file.ts";
import { randomId } from "./random-id.ts";

// Git is run directly, without a library: some exit codes aren't errors (a merge conflict), and the
// environment below keeps out the user's own git configuration.

/** A git command failed. The message contains git's own output, without credentials. */
export class GitFailed extends AppError {
  override readonly name = "GitFailed";
  /** The start of git's output, for internal checks only. */
  readonly output: string;

  /** @param dataDir paths inside it are made relative in the message */
  constructor(command: string, output: string, dataDir: string | null = null) {
    // The output can be a whole patch, and the error is logged.
    const start = output.slice(0, MAX_REASON);
    const shown = dataDir === null ? start : relativizePaths(start, dataDir);
    const lines = removeCredentials(shown).split("\n");
    // These lines only repeat the destination and that it failed.
    const reason = lines
      .filter((line) => !/^To |failed to push some refs/.test(line))
      .join("\n")
      .trim();
    const failed = `git ${command} failed: ${reason.slice(0, 1_000) || "no reason given"}`;
    if (DISK_FULL.test(start)) super("disk_full", DISK_FULL_MESSAGE);
    else super("unavailable", failed);
    this.output = removeCredentials(start);
  }
}

export interface GitOptions {
  /** Working directory: a bare repository or a work tree. */
  folder: string;
  /** Folder with the git configuration, see `gitHome`. */
  home: string;
  input?: string | Buffer;
  env?: Record<string, string>;
  signal?: AbortSignal;
  /** Exit codes besides 0 that aren't errors. */
  allowedExitCodes?: readonly number[];
  /** Timeout in milliseconds. */
  timeLimit?: number;
}

const PASSED_VARIABLES = ["PATH", "TMPDIR", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR"];
const PROXIES = ["http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY", "ALL_PROXY"];
/** Characters of output that an error keeps. */
const MAX_REASON = 10_000;
const OUTPUT_LIMIT = 64 * 1024 * 1024;
const TIME_LIMIT = 120_000;
/** Git's messages about this computer's disk, not about that of another repository. */
const DISK_FULL =
  /^(?!remote: ).{0,1000}(?:No space left on device|Out of diskspace|Disk quota exceeded)/im;
const DISK_FULL_MESSAGE =
  "Not saved: the disk is full. Free up some space on the server, then try again.";
const LOCKED = /cannot lock ref|unable to lock|could not lock|\.lock': File exists/i;
const LOCK_RETRIES = 8;

/**
 * Runs one git command without a shell and returns its output. Waits for other processes' lock files.
 * @throws {GitFailed}
 */
export async function git(args: readonly string[], options: GitOptions): Promise<string> {
  return (await runGit(args, options)).output;
}

/** Like `git`, but returns the bytes, which needn't be text. */
export async function gitBytes(args: readonly string[], options: GitOptions): Promise<Buffer> {
  return (await runUnlocked(args, options)).output;
}

/** Like `git`, but also returns the exit code. */
export async function runGit(
  args: readonly string[],
  options: GitOptions,
): Promise<{ code: number; output: string }> {
  const { code, output } = await runUnlocked(args, options);
  return { code, output: output.toString() };
}

async function runUnlocked(
  args: readonly string[],
  options: GitOptions,
): Promise<{ code: number; output: Buffer }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(args, options);
    } catch (error) {
      if (!(error instanceof GitFailed && LOCKED.test(error.output))) throw error;
      const lockFile = await checkLockFile(error.output, options);
      if (lockFile === null && attempt > LOCK_RETRIES) throw error;
      const pause = Math.min(attempt, LOCK_RETRIES) * (20 + Math.random() * 60);
      await delay(pause, undefined, { signal: options.signal });
    }
  }
}

/** Creates the folder whose `.gitconfig` replaces the user's, and returns its path. */
export async function gitHome(parent: string): Promise<string> {
  const home = join(parent, "home");
  await mkdir(home, { recursive: true, mode: 0o700 });
  const temporary = join(home, `.gitconfig.${randomId(6)}`);
  await writeFile(temporary, CONFIGURATION);
  await rename(temporary, join(home, ".gitconfig"));
  return home;
}

// `safe.directory = *` because the repositories may be on a volume that belongs to another user.
// Garbage collection is off, so that the commits of closed pull requests are kept.
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

/** These win over a repository's own configuration, in which they could name programs to run. */
const SAFE_SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.alternateRefsCommand=",
  "credential.helper=",
  "log.showSignature=false",
  "submodule.recurse=false",
].flatMap((setting) => ["-c", setting]);

async function runOnce(
  args: readonly string[],
  {
    folder,
    home,
    input = "",
    env,
    signal,
    allowedExitCodes = [],
    timeLimit = TIME_LIMIT,
  }: GitOptions,
): Promise<{ code: number; output: Buffer }> {
  const { code, stdout, stderr, reason } = await runProgram(
    {
      program: "git",
      args: [...SAFE_SETTINGS, ...args],
      folder,
      env: { ...environment(home), ...env },
      input,
      outputLimit: OUTPUT_LIMIT,
      timeLimit,
    },
    signal,
  );
  signal?.throwIfAborted();
  if (code === 0 || (code !== null && allowedExitCodes.includes(code)))
    return { code, output: stdout };
  const said = stderr.toString() || stdout.toString() || reason;
  throw new GitFailed(args[0] ?? "", said, dirname(dirname(home)));
}

function environment(home: string): NodeJS.ProcessEnv {
  const passed = [...PASSED_VARIABLES, ...PROXIES].flatMap((name) => {
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
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes -o ConnectTimeout=30",
    // No transports that run commands, not even from a submodule's URL.
    GIT_ALLOW_PROTOCOL: "file:http:https:ssh",
    LC_ALL: "C",
  } as NodeJS.ProcessEnv;
}

/** Removes credentials from URLs: `https://user:token@host/…` becomes `https://host/…`. */
export function removeCredentials(text: string): string {
  return text.replace(/(\w:\/\/)[^\s/]*@/g, "$1");
}
