import { type Config, config, InvalidConfiguration } from "../lib/config.ts";
import { AppError } from "../lib/errors.ts";
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
    console.error(isExpected && error instanceof Error ? error.message || usage : error);
    process.exitCode = 1;
  }
}
