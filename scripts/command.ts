import { userInfo } from "node:os";
import { AppError } from "../lib/errors.ts";
import { openEmbeddedPlatform } from "../lib/services.ts";
import { UnreadableEntries } from "./entry-file.ts";

export type Platform = Awaited<ReturnType<typeof openEmbeddedPlatform>>["platform"];

/** Writes down what was done, and by whom: the user of this machine. */
export type Note = (action: string, subject: string) => Promise<void>;

/** A mistake of whoever typed the command; the message is all that they need. */
export class CommandError extends Error {}

/**
 * Runs a command line on the embedded platform and sets the exit code to what `work` returns, or to
 * 1 with one sentence when it fails.
 */
export async function runOnPlatform(
  work: (platform: Platform, parameters: string[], note: Note) => Promise<number>,
): Promise<void> {
  try {
    const { platform, record, close } = await openEmbeddedPlatform();
    const by = { id: "command-line", name: `${userName()} (command line)` };
    try {
      const note: Note = (action, subject) => record(by, action, subject);
      process.exitCode = await work(platform, process.argv.slice(2), note);
    } finally {
      await close();
    }
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

/** The project that was named, or the only one. */
export async function projectNamed(platform: Platform, id: string | undefined): Promise<string> {
  const ids = (await platform.projects()).map((project) => project.id);
  const known = `Known: ${ids.join(", ") || "none"}.`;
  const [only, ...others] = ids;
  if (id === undefined) {
    if (only === undefined || others.length > 0) {
      throw new CommandError(`Name the project with --project ID. ${known}`);
    }
    return only;
  }
  if (!ids.includes(id)) throw new CommandError(`There is no project "${id}". ${known}`);
  return id;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that no user has.
    return "Somebody";
  }
}

/** What an expected failure says; anything else whole, with its stack. */
function sentenceOf(error: unknown): unknown {
  const expected = [AppError, CommandError, UnreadableEntries];
  const isParsing =
    error instanceof TypeError &&
    "code" in error &&
    String(error.code).startsWith("ERR_PARSE_ARGS");
  return error instanceof Error && (isParsing || expected.some((kind) => error instanceof kind))
    ? error.message
    : error;
}
