import "./setup/require-node.mjs";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./setup/browser.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { exitOnSignal, run } from "./setup/processes.mjs";
import { node, root, UserError } from "./setup/project.mjs";
import { installPackages } from "./setup/recipe-packages.mjs";
import { runScript } from "./setup/run-script.mjs";

const fixtures = readdirSync(join(root, "tests/recipes/fixtures"));

/**
 * Builds sites with each generator that is named, or with all: compares the addresses that they publish with those that
 * the resolver expects, and uses the widget on them.
 */
async function main() {
  exitOnSignal(() => 130);
  const { ADDRESS_SITES } = await import("../tests/recipes/addresses/sites.ts");
  const generators = new Set([...fixtures, ...ADDRESS_SITES.map(({ generator }) => generator)]);
  const named = process.argv.slice(2);
  if (!named.every((name) => generators.has(name))) {
    throw new UserError(`Usage: npm run recipes [-- ${[...generators].sort().join(" | ")}]`);
  }
  await ensureInstalled({ dev: true });
  await ensureBrowser();
  const wanted = named.length > 0 ? named : [...generators];
  for (const generator of wanted) await installPackages(generator);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, ERRATA_RECIPES: wanted.join(",") };
  const addresses = await run(node, [vitest, "run", "--project=recipes"], { show: true, env });
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const grep = `--grep=\\b(${wanted.join("|")})\\b`;
  const args = ["test", "--project=recipes", "--pass-with-no-tests", grep];
  const widget = await run(node, [playwright, ...args], { show: true });
  process.exitCode = addresses.ok && widget.ok ? 0 : 1;
}

await runScript(main);
