import "./setup/require-node.mjs";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build, isBuilt, sourcesHash } from "./setup/build.mjs";
import { install, isInstalled } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { exitOnSignal, run } from "./setup/processes.mjs";
import { node, root, UserError } from "./setup/project.mjs";
import { serve } from "./setup/serve.mjs";

const dev = process.argv.includes("--dev");
const distDir = process.env.ERRATA_DIST_DIR ?? ".next";
let serving = false;
let leaving = false;

async function main() {
  exitOnSignal(() => {
    leaving = true;
    return serving ? 0 : 130;
  });
  readEnvironmentFile();
  if (!isInstalled()) await withLock(async () => isInstalled() || (await install()));

  const checking = check();
  const hash = sourcesHash();
  const { host, port, publicUrl } = await checking;
  if (!dev && !isBuilt(distDir, hash)) {
    await withLock(async () => isBuilt(distDir, hash) || (await build(distDir, hash)));
  }

  serving = true;
  const server = await serve({ host, port, distDir, dev, onOutput });
  console.log(`Errata is ready at ${publicUrl}\nStop it with Ctrl-C.`);
  const code = await server.ended;
  if (leaving) return;
  console.error(`Errata ended by itself (exit code ${code}). Its last lines, if any, are above.`);
  process.exitCode = code || 1;
}

/** Next reads .env too, but by rules of its own: what is set here comes first. */
function readEnvironmentFile() {
  const file = join(root, ".env");
  if (!existsSync(file)) return;
  if (!process.loadEnvFile) throw new UserError("Reading .env needs Node 20.12 or newer.");
  process.loadEnvFile(file);
}

/** @returns {Promise<{ host: string, port: number, publicUrl: string }>} */
async function check() {
  const script = join(root, "scripts/check.ts");
  const { ok, output } = await run(node, ["--conditions=react-server", script]);
  if (!ok) throw new UserError(output.trimEnd());
  return JSON.parse(output);
}

/**
 * Next's greeting is nobody's concern; log lines and what it says later are.
 * @param {string} text
 * @param {boolean} ready
 */
function onOutput(text, ready) {
  if (ready || dev) process.stdout.write(text);
  else for (const line of text.split("\n")) if (/^({"|Errata: )/.test(line)) console.log(line);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  if (!leaving) console.error(error.message);
  process.exitCode = 1;
}
