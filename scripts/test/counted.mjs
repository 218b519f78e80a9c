import { spawn } from "node:child_process";
import { addTo, processorSeconds } from "./processor-time.mjs";

// Runs Node with the arguments after the first one, and adds the processor time that it took to the file that the first
// one names. A process can't tell its own: some programs of npm packages replace themselves with another.
const [file = "", ...args] = process.argv.slice(2);
const stdio = /** @type {const} */ (["ignore", "inherit", "inherit", "ipc"]);
const child = spawn(process.execPath, args, { stdio });
child.on("message", (message) => process.send?.(message));
// Signals reach the whole process group. This process ends after the other one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
child.once("close", (code) => {
  addTo(file, processorSeconds());
  process.exit(code ?? 1);
});
