import "./setup/require-node.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { exitOnSignal } from "./setup/processes.mjs";
import { runScript } from "./setup/run-script.mjs";

// Run before a development tool, which `npm start` doesn't install.

exitOnSignal(() => 130);
await runScript(() => ensureInstalled({ dev: true }));
