import "./setup/require-node.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { exitOnSignal, launch } from "./setup/processes.mjs";
import { node } from "./setup/project.mjs";
import { runScript } from "./setup/run-script.mjs";

// Runs a development tool, which `npm start` doesn't install: the parameters are those of Node.

await runScript(async () => {
  exitOnSignal(() => 130);
  await ensureInstalled({ dev: true });
  const { code } = await launch(node, process.argv.slice(2), { stdio: "inherit" }).ended;
  process.exitCode = code ?? 1;
});
