import { UserError } from "./project.mjs";

/**
 * Runs a script's main function. A failure that the user can fix is printed without its stack.
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
