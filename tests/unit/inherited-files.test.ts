import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { node, root } from "../../scripts/setup/project.mjs";

/** Beyond the first ones, which Node itself keeps from the programs that it starts. */
const INHERITED = 40;

/** Prints which files a program gets that an agent's is started like. */
const started = (stdio: string) => `
  import { spawnSync } from "node:child_process";
  import { withoutInherited } from "./lib/platform/agent/inherited-files.ts";
  const { stdout } = spawnSync("ls", ["-l", "/proc/self/fd"], { stdio: ${stdio} });
  process.stdout.write(stdout);
`;

test.skipIf(process.platform !== "linux")(
  "an agent gets no file that was open when the server was started",
  () => {
    const path = fileURLToPath(import.meta.url);
    const file = openSync(path, "r");
    const between = new Array<"ignore">(INHERITED - 3).fill("ignore");
    try {
      const filesOf = (stdio: string) =>
        spawnSync(
          node,
          ["--conditions=react-server", "--input-type=module", "-e", started(stdio)],
          { cwd: root, stdio: ["ignore", "pipe", "pipe", ...between, file], encoding: "utf8" },
        ).stdout;
      expect(filesOf('["ignore", "pipe", "pipe"]')).toContain(path);
      const files = filesOf('withoutInherited(["ignore", "pipe", "pipe"])');
      expect(files).toContain("/dev/null");
      expect(files).not.toContain(path);
    } finally {
      closeSync(file);
    }
  },
);
