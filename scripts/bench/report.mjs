import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs a script of this folder in a process of its own, with the server's conditions.
 * @param {string} script
 * @param {unknown} parameter which it gets as JSON
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<any>} what it sends
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
      if (report === undefined) reject(new Error(`${script} ended with ${code}`));
      else resolve(report);
    });
  });
}
