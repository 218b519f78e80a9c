import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../setup/free-port.mjs";
import { end, launch, run } from "../setup/processes.mjs";
import { root, UserError } from "../setup/project.mjs";

/**
 * Clones the last commit into a temporary folder.
 * @returns {Promise<{ start: (environment?: Record<string, string>) => Promise<Started>, remove: () => void }>}
 *   `start` uses a separate data folder for each environment
 */
export async function freshClone() {
  const folder = mkdtempSync(join(tmpdir(), "errata-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const project = join(folder, "errata");
  const cloned = await run("git", ["clone", "--quiet", root, project]);
  if (!cloned.ok) {
    remove();
    throw new UserError(`Couldn't clone the project:\n${cloned.output}`);
  }
  return {
    start: (environment) =>
      startProject(
        project,
        join(folder, `data-${Object.keys(environment ?? {})[0] ?? ""}`),
        environment,
      ),
    remove,
  };
}

/**
 * @typedef {object} Started
 * @property {number} seconds from the command to the line that says Errata is ready
 * @property {string} url
 * @property {number} pid of `npm start`
 * @property {() => string} output everything it has written so far
 * @property {() => Promise<void>} stop
 */

/**
 * Runs `npm start`, and resolves once Errata is ready.
 * @param {string} project
 * @param {string} dataDir
 * @param {Record<string, string>} [environment]
 * @returns {Promise<Started>}
 */
export async function startProject(project, dataDir, environment = {}) {
  const port = await freePort();
  const before = performance.now();
  const { child, ended } = launch("npm", ["start"], {
    cwd: project,
    env: {
      ...process.env,
      HOST: "",
      PORT: String(port),
      PUBLIC_URL: "",
      DATA_DIR: dataDir,
      ...environment,
    },
  });
  let output = "";
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (output.includes("Errata is ready at")) resolve(true);
      });
    }
  });
  if (!(await Promise.race([ready, ended.then(() => false)]))) {
    throw new UserError(`npm start ended before Errata was ready:\n${output}`);
  }
  return {
    seconds: (performance.now() - before) / 1_000,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => end(child, "SIGINT"),
  };
}
