import "./setup/require-node.mjs";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./setup/browser.mjs";
import { install, isInstalled } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { exitOnSignal, run } from "./setup/processes.mjs";
import { node, root, UserError } from "./setup/project.mjs";
import { installPackages } from "./setup/recipe-packages.mjs";
import { runScript } from "./setup/run-script.mjs";

const generators = readdirSync(join(root, "tests/recipes/fixtures"));

/** Builds a site with each generator that is named, or with all, and uses the widget on it. */
async function main() {
  exitOnSignal(() => 130);
  const named = process.argv.slice(2);
  if (!named.every((name) => generators.includes(name))) {
    throw new UserError(`Usage: npm run recipes [-- ${generators.join(" | ")}]`);
  }
  if (!isInstalled()) await withLock(async () => isInstalled() || (await install()));
  await ensureBrowser();
  const wanted = named.length > 0 ? named : generators;
  for (const generator of wanted) await installPackages(generator);
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const args = ["test", "--project=recipes", `--grep=\\b(${wanted.join("|")})\\b`];
  const { ok } = await run(node, [playwright, ...args], { show: true });
  process.exitCode = ok ? 0 : 1;
}

await runScript(main);
