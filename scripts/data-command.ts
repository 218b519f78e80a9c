import { type Config, config, InvalidConfiguration } from "../lib/config.ts";
import { AppError } from "../lib/errors.ts";
import { databaseProblems } from "../lib/services/database-check.ts";
import { CommandError } from "./command.ts";

/**
 * Runs a command line on the databases themselves. Sets the exit code to what `work` returns, or to 1
 * after printing one sentence when it fails.
 */
export async function runOnData(
  usage: string,
  work: (settings: Config, parameters: string[]) => Promise<number>,
): Promise<void> {
  try {
    process.exitCode = await work(config(), process.argv.slice(2));
  } catch (error) {
    const expected = [AppError, CommandError, InvalidConfiguration];
    const isExpected = expected.some((kind) => error instanceof kind);
    if (isExpected && error instanceof Error) console.error(error.message || usage);
    else console.error(await explanation(error));
    process.exitCode = 1;
  }
}

/** Returns the problems of the database in sentences, or, if there are none, the error with its stack. */
async function explanation(error: unknown): Promise<unknown> {
  const problems = await databaseProblems(config());
  return problems.length > 0 ? problems.join("\n") : error;
}
