import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs a script of this folder in its own process, with the import conditions of the server.
 * @param {string} script
 * @param {unknown} parameter passed as JSON
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<any>} the message that it sends
 */
export function reportOf(script, parameter, env = process.env) {
  const file = fileURLToPath(new URL(`./${script}`, import.meta.url));
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", file, JSON.stringify(parameter)],
    { env, stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  return new Promise((resolve, reject) => {
    /** @type {unknown} */
    let report;
    child.once("message", (message) => {
      report = message;
    });
    const end = () => child.kill("SIGKILL");
    process.once("exit", end);
    child.once("exit", (code) => {
      process.off("exit", end);
      if (report === undefined)
        reject(new Error(`${script} exited with code ${code} without a report.`));
      else resolve(report);
    });
  });
}
