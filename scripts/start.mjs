import "./setup/require-node.mjs";
import { join } from "node:path";
import { build, hasSources, isBuilt, sourcesHash } from "./setup/build.mjs";
import { loadEnvironmentFile } from "./setup/environment-file.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { exitOnSignal, run } from "./setup/processes.mjs";
import { node, root, UserError } from "./setup/project.mjs";
import { serve } from "./setup/serve.mjs";

const dev = process.argv.includes("--dev");
const distDir = process.env.ERRATA_DIST_DIR ?? ".next";
const OTHER_BUILD = `The build in ${distDir} wasn't made from these sources. Build again, then start: npm run build`;
let serving = false;
let stopping = false;

async function main() {
  exitOnSignal(() => {
    stopping = true;
    return serving ? 0 : 130;
  });
  // Next also reads .env, but by its own rules: values that are set here win.
  loadEnvironmentFile();
  // Installed and built already, where files can't be written: under systemd, and in a container image.
  const isPrebuilt = process.env.ERRATA_PREBUILT === "1";
  if (!isPrebuilt) await ensureInstalled({ dev });

  const checking = check();
  // An image has no sources, and the build that it was made with.
  const hash = isPrebuilt && !hasSources() ? null : sourcesHash();
  const { host, port, publicUrl } = await checking;
  if (!dev && hash !== null && !isBuilt(distDir, hash)) {
    if (isPrebuilt) throw new UserError(OTHER_BUILD);
    await withLock(async () => isBuilt(distDir, hash) || (await build(distDir, hash)));
  }

  serving = true;
  const server = await serve({ host, port, distDir, dev, onOutput });
  console.log(`Errata is ready at ${publicUrl}\nPress Ctrl-C to stop.`);
  const code = await server.ended;
  if (stopping) return;
  console.error(`Errata stopped unexpectedly (exit code ${code}). Its last output is above.`);
  process.exitCode = code || 1;
}

/** @returns {Promise<{ host: string, port: number, publicUrl: string }>} */
async function check() {
  const script = join(root, "scripts/check.ts");
  const { ok, output } = await run(node, ["--conditions=react-server", script]);
  if (!ok) throw new UserError(output.trimEnd());
  return JSON.parse(output);
}

/**
 * Prints Errata's own lines, and once the server is ready everything: Next's greeting is left out.
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
  if (!stopping) console.error(error.message);
  process.exitCode = 1;
}
