import { userInfo } from "node:os";
import { AppError } from "../lib/errors.ts";
import { openEmbeddedPlatform } from "../lib/services/commands.ts";
import { UnreadableFile } from "./feedback-file/file-item.ts";

type Opened = Awaited<ReturnType<typeof openEmbeddedPlatform>>;
export type Platform = Opened["platform"];

/** Records an action in the audit log, as done by the user of this machine. */
export type RecordAction = (action: string, subject: string) => Promise<void>;

/** Arguments of a command's function. */
export interface Command extends Pick<Opened, "platform" | "imports"> {
  record: RecordAction;
}

/** A mistake in the command; only its message is printed. */
export class CommandError extends Error {}

/**
 * Runs a command line on the built-in platform. Sets the exit code to what `work` returns, or to 1
 * after printing one sentence when it fails.
 * @param options.mayBeNew whether it creates the databases if there are none, as the first start would
 */
export async function runOnPlatform(
  work: (command: Command, parameters: string[]) => Promise<number>,
  { mayBeNew }: { mayBeNew: boolean },
): Promise<void> {
  try {
    const { record, close, ...opened } = await openEmbeddedPlatform(mayBeNew);
    const by = commandLineActor();
    try {
      const recordAction: RecordAction = (action, subject) => record(by, action, subject);
      process.exitCode = await work({ ...opened, record: recordAction }, process.argv.slice(2));
    } finally {
      await close();
    }
  } catch (error) {
    console.error(printable(error));
    process.exitCode = 1;
  }
}

/** Returns the ID of the given project, or of the only one. */
export async function findProject(platform: Platform, id: string | undefined): Promise<string> {
  const ids = (await platform.projects()).map((project) => project.id);
  const known = `Projects: ${ids.join(", ") || "none"}.`;
  const [only, ...others] = ids;
  if (id === undefined) {
    if (only === undefined || others.length > 0) {
      throw new CommandError(`Choose a project with --project ID. ${known}`);
    }
    return only;
  }
  if (!ids.includes(id)) throw new CommandError(`The project "${id}" doesn't exist. ${known}`);
  return id;
}

/** Returns who runs the command, for the audit log. */
export function commandLineActor(): { id: string; name: string } {
  return { id: "command-line", name: `${userName()} (command line)` };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user ID that has no name.
    return "Unknown user";
  }
}

/** Returns the message of an expected failure, and any other error whole, with its stack. */
function printable(error: unknown): unknown {
  const expected = [AppError, CommandError, UnreadableFile];
  const isParsing =
    error instanceof TypeError &&
    "code" in error &&
    String(error.code).startsWith("ERR_PARSE_ARGS");
  return error instanceof Error && (isParsing || expected.some((kind) => error instanceof kind))
    ? error.message
    : error;
}
