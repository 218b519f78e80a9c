import "server-only";
import { realpath } from "node:fs/promises";
import type { Clock } from "../../clock.ts";
import type { Command } from "../../config/command-line.ts";
import type { Config } from "../../config.ts";
import type { CheckProblem, CommandCheck } from "../../contract/api/checks.ts";
import { counted } from "../../text/counted.ts";
import { displayable } from "../../text/displayable.ts";
import { configuredLaunch, STOP_GRACE_MS } from "../agent/create-agent.ts";
import { removeControlSequences } from "../agent/output.ts";
import type { Redactor } from "../agent/redact.ts";
import { type CommandFailure, runCommand } from "../agent/run-command.ts";
import { SANDBOX_WORK_FOLDER } from "../agent/sandbox.ts";
import { withTree } from "../host/checkout.ts";
import type { Clone } from "../host/clone.ts";
import { treeOf } from "../host/commit.ts";
import { listFiles } from "../host/docs-files.ts";
import type { GitOptions } from "../host/git.ts";
import { problemsOfChange } from "./added-problems.ts";
import { createProblemReader, type ReadProblems } from "./check-lines.ts";

/** New problems that are kept, and characters of a message. */
const MAX_PROBLEMS = 100;
const MAX_MESSAGE = 500;
/** Characters of the output's end that are searched for secrets, and that are shown. */
const TAIL = 64 * 1_024;
const SHOWN = 2_000;

/** A change to check. */
interface CheckedChange {
  clone: Clone;
  /** Finds the objects of `to`. */
  objects: GitOptions;
  /** Commit that the change is compared with. */
  from: string;
  /** Tree with the change. */
  to: string;
  job: string;
  signal: AbortSignal;
}

/** Checks the documentation with the configured command. */
export interface DocsCheck {
  /** Runs the command on a change and on what was before it. @throws the reason of `signal` */
  run(change: CheckedChange): Promise<CommandCheck>;
}

/** Returns the check of `DOCS_CHECK_COMMAND`, which runs as an agent does, but with none of its variables; null without one. */
export function createDocsCheck(options: {
  config: Config;
  redact: Redactor;
  clock: Clock;
}): DocsCheck | null {
  const { config, redact, clock } = options;
  const { docsCheckCommand: command } = config;
  if (command === null) return null;
  return {
    run: async (change) => {
      const { clone, objects, from, to } = change;
      const place = { ...clone, env: { ...objects.env } };
      const runOn = (tree: string) => runTree(config, command, change, tree);
      const outcome = await compareRuns(runOn, {
        to,
        from: await treeOf(clone, from),
        minutes: Math.round(config.agentTimeLimit / 6_000) / 10,
        added: (before, after) => problemsOfChange(place, { from, to }, before, after),
      });
      const clean = (text: string) => redact(displayable(text));
      const problems = outcome.problems.slice(0, MAX_PROBLEMS).map(({ file, line, message }) => ({
        file: clean(file),
        line,
        message: clean(message).slice(0, MAX_MESSAGE),
      }));
      return {
        state: outcome.state,
        at: clock.now(),
        problems,
        more: outcome.problems.length - problems.length,
        reason: outcome.reason && clean(outcome.reason),
        output: lastLines(outcome.tail, redact),
      };
    },
  };
}

/** The result of one run of the command. */
interface CheckRun extends ReadProblems {
  failure: CommandFailure | null;
  timedOut: boolean;
  /** The end of its output. */
  tail: string;
}

async function runTree(
  config: Config,
  command: Command,
  { clone, objects, from: commit, job, signal }: CheckedChange,
  tree: string,
): Promise<CheckRun> {
  const paths = new Set((await listFiles({ ...clone, ...objects }, tree)).map(({ path }) => path));
  return withTree(clone, job, { commit, tree, objects }, async (folder) => {
    const folders = [folder, await realpath(folder), SANDBOX_WORK_FOLDER];
    const reader = createProblemReader({ folders, isFile: (path) => paths.has(path) });
    let tail = "";
    // Stops a command that prints more than is read.
    const cut = new AbortController();
    const ended = await runCommand(command, {
      launch: configuredLaunch(config),
      folder,
      job,
      signal,
      input: "",
      variables: {},
      limits: { time: config.agentTimeLimit, grace: STOP_GRACE_MS },
      stop: cut.signal,
      onOutput: (text, stream) => {
        if (cut.signal.aborted) return;
        tail = (tail + text).slice(-TAIL);
        if (!reader.push(text, stream)) cut.abort();
      },
    });
    return { ...ended, ...reader.end(), tail };
  });
}

interface Outcome {
  state: "passed" | "problems" | "failed";
  problems: CheckProblem[];
  reason: string | null;
  tail: string;
}

/** Runs the command on the change and, if it reports something, on what was before, so that only new problems count. */
async function compareRuns(
  runOn: (tree: string) => Promise<CheckRun>,
  given: {
    from: string;
    to: string;
    minutes: number;
    added: (before: CheckProblem[], after: CheckProblem[]) => Promise<CheckProblem[]>;
  },
): Promise<Outcome> {
  const passed: Outcome = { state: "passed", problems: [], reason: null, tail: "" };
  const after = await runOn(given.to);
  const unusable = whyUnusable(after, given);
  if (unusable !== null) return { ...passed, state: "failed", reason: unusable, tail: after.tail };
  if (!after.failure && after.problems.length === 0) return passed;
  const before = await runOn(given.from);
  const fails = (reason: string): Outcome => ({
    state: "failed",
    problems: [],
    reason,
    tail: before.tail,
  });
  const unusableBefore = whyUnusable(before, given);
  if (unusableBefore !== null) return fails(`${unusableBefore} That was without the change.`);
  if (before.failure && before.problems.length === 0) {
    return fails(
      after.problems.length === 0
        ? `No new problems, but the command itself fails, also without the change: ${before.failure.reason}. Fix DOCS_CHECK_COMMAND or what it needs.`
        : `The command fails without the change and names no lines (${before.failure.reason}), so Errata can't tell which problems are new. Fix DOCS_CHECK_COMMAND or what it needs.`,
    );
  }
  const problems = await given.added(before.problems, after.problems);
  if (problems.length > 0) return { ...passed, state: "problems", problems };
  if (!after.failure || before.failure) return passed;
  const reason = `The command fails only with this change: ${after.failure.reason}.`;
  return { ...passed, state: "problems", reason, tail: after.tail };
}

/** Returns why a run tells nothing about the documentation, and what to do; null if it does. */
function whyUnusable(
  { failure, timedOut, isCut }: CheckRun,
  { minutes }: { minutes: number },
): string | null {
  if (timedOut)
    return `The command ran longer than ${counted(minutes, "minute")} and was stopped. Make it faster, or raise AGENT_TIME_LIMIT.`;
  if (failure && !failure.hasStarted)
    return `The command didn't start: ${failure.reason}. Check DOCS_CHECK_COMMAND, and AGENT_FOLDERS for programs outside of the system's folders.`;
  if (isCut)
    return `The command printed more than Errata compares. Have it check less, or report only errors.`;
  return null;
}

/** Returns the end of an output without control sequences and secrets. What was cut at its start may be a part of one. */
function lastLines(tail: string, redact: Redactor): string {
  const clean = redact(displayable(removeControlSequences(tail)));
  return clean
    .slice(tail.length === TAIL ? redact.maxLength : 0)
    .trim()
    .slice(-SHOWN);
}
