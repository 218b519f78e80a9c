import { pathToFileURL } from "node:url";

// Runs command lines one after the other, as each would in a process of its own. Loading what they import
// takes most of the time of a process.

export interface CommandOutcome {
  code: number;
  out: string;
  err: string;
}

let commands = 0;

process.on("message", async ([script = "", ...args]: string[]) => {
  const outcome: CommandOutcome = { code: 0, out: "", err: "" };
  const keep = (stream: "out" | "err") => (text: string | Uint8Array) => {
    outcome[stream] += text;
    return true;
  };
  process.stdout.write = keep("out");
  process.stderr.write = keep("err");
  process.argv = [process.execPath, script, ...args];
  process.exitCode = 0;
  commands += 1;
  await import(`${pathToFileURL(script)}?${commands}`);
  process.send?.({ ...outcome, code: Number(process.exitCode) });
  // What it failed with is told, not how this process ends.
  process.exitCode = 0;
});
