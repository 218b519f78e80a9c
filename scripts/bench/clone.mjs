import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePort } from "../setup/free-port.mjs";
import { end, launch, run } from "../setup/processes.mjs";
import { root, UserError } from "../setup/project.mjs";

/**
 * Clones the last commit into a temporary folder.
 * @returns {Promise<{ start: (environment?: Record<string, string>) => Promise<Started>, project: string, remove: () => void }>}
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
    project,
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
 * @property {number} installed seconds from the command to the start of the build
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
      // This project's packages, with its Node, aren't the machine's.
      PATH: process.env.PATH?.split(delimiter)
        .filter((folder) => !folder.includes("node_modules"))
        .join(delimiter),
      HOST: "",
      PORT: String(port),
      PUBLIC_URL: "",
      DATA_DIR: dataDir,
      ...environment,
    },
  });
  const elapsed = () => (performance.now() - before) / 1_000;
  let output = "";
  let installed = 0;
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (installed === 0 && output.includes("Building (")) installed = elapsed();
        if (output.includes("Errata is ready at")) resolve(true);
      });
    }
  });
  if (!(await Promise.race([ready, ended.then(() => false)]))) {
    throw new UserError(`npm start ended before Errata was ready:\n${output}`);
  }
  return {
    installed,
    seconds: elapsed(),
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => end(child, "SIGINT"),
  };
}
