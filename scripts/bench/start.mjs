import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { exitOnSignal, run } from "../setup/processes.mjs";
import { node, root, UserError } from "../setup/project.mjs";
import { runScript } from "../setup/run-script.mjs";
import { processorSeconds } from "../test/processor-time.mjs";
import { freshClone } from "./clone.mjs";

// Run with `npm run bench -- start`: the first start of Errata, and the installation and build of an empty app with the
// same versions of Next, React, and Tailwind, both in new folders and with empty caches of npm.

/** How many times as long as the empty app Errata may take, and the most MiB of its packages. */
const MOST_TIMES = 1.6;
const MOST_PACKAGES = 450;
const KIB_PER_MIB = 1_024;
const PACKAGES = ["next", "react", "react-dom", "tailwindcss", "@tailwindcss/postcss"];
const FILES = {
  "app/layout.jsx": `import "./style.css";
export default ({ children }) => <html lang="en"><body>{children}</body></html>;
`,
  "app/page.jsx": `export default () => <p className="p-4">Hello</p>;\n`,
  "app/style.css": `@import "tailwindcss";\n`,
  "postcss.config.mjs": `export default { plugins: { "@tailwindcss/postcss": {} } };\n`,
};

/**
 * @typedef {object} Start
 * @property {number} install seconds
 * @property {number} build seconds; Errata's first start is in it
 * @property {number} processor seconds
 * @property {number} packages MiB
 * @property {number} output MiB of the build
 */

/**
 * @param {string} folder an empty one
 * @returns {Promise<Start>}
 */
async function startEmptyApp(folder) {
  const project = join(folder, "empty");
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const needed = Object.fromEntries(PACKAGES.map((name) => [name, dependencies[name]]));
  const manifest = { name: "empty", private: true, dependencies: needed };
  const files = { ...FILES, "package.json": JSON.stringify(manifest) };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), content);
  }
  const env = { ...process.env, ...withEmptyCache(folder, "empty") };
  const before = processorSeconds() ?? 0;
  const began = performance.now();
  await succeed("npm", ["install", "--no-audit", "--no-fund"], { cwd: project, env });
  const installed = performance.now();
  const next = join(project, "node_modules/next/dist/bin/next");
  await succeed(node, [next, "build"], { cwd: project, env });
  return {
    install: (installed - began) / 1_000,
    build: (performance.now() - installed) / 1_000,
    processor: (processorSeconds() ?? 0) - before,
    ...(await sizes(project)),
  };
}

/**
 * @param {string} folder
 * @returns {Promise<Start>}
 */
async function startErrata(folder) {
  const clone = await freshClone();
  try {
    const before = processorSeconds() ?? 0;
    const started = await clone.start(withEmptyCache(folder, "errata"));
    await started.stop();
    return {
      install: started.installed,
      build: started.seconds - started.installed,
      processor: (processorSeconds() ?? 0) - before,
      ...(await sizes(clone.project)),
    };
  } finally {
    clone.remove();
  }
}

/**
 * @param {string} folder
 * @param {string} name
 */
function withEmptyCache(folder, name) {
  return { NEXT_TELEMETRY_DISABLED: "1", npm_config_cache: join(folder, `${name}-cache`) };
}

/** @param {Parameters<typeof run>} command */
async function succeed(...command) {
  const { ok, output } = await run(...command);
  if (!ok) throw new UserError(output);
  return output;
}

/** @param {string} project */
async function sizes(project) {
  /** @param {string} name */
  const size = async (name) =>
    Number.parseInt(await succeed("du", ["-sk", join(project, name)]), 10) / KIB_PER_MIB;
  return { packages: await size("node_modules"), output: await size(".next") };
}

/**
 * @param {Start} empty
 * @param {Start} errata
 */
function report(empty, errata) {
  /** @type {(name: string, figureOf: (start: Start) => number, most?: number) => string} */
  const row = (name, figureOf, most) => {
    const times = figureOf(errata) / figureOf(empty);
    const limit = most === undefined ? "" : `   ≤ ${most} ${times <= most ? "✓" : "✗"}`;
    const figures = [figureOf(empty).toFixed(0), figureOf(errata).toFixed(0), times.toFixed(2)];
    return `${name.padEnd(24)}${figures.map((figure) => figure.padStart(11)).join("")}${limit}`;
  };
  const { packages } = errata;
  const lines = [
    `${"".padEnd(24)}${["empty app", "Errata", "times"].map((title) => title.padStart(11)).join("")}`,
    row("installation, s", ({ install }) => install),
    row("build, s", ({ build }) => build),
    row("both, s", ({ install, build }) => install + build, MOST_TIMES),
    row("processor time, s", ({ processor }) => processor),
    row("packages, MiB", ({ packages }) => packages),
    row("build, MiB", ({ output }) => output),
  ];
  const mark = packages <= MOST_PACKAGES ? "✓" : "✗";
  console.log(`\n${lines.join("\n")}\n\nErrata's packages ≤ ${MOST_PACKAGES} MiB ${mark}`);
}

await runScript(async () => {
  exitOnSignal(() => 130);
  const folder = mkdtempSync(join(tmpdir(), "errata-start-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  console.log("An empty app…");
  const empty = await startEmptyApp(folder);
  console.log("Errata…");
  report(empty, await startErrata(folder));
});
