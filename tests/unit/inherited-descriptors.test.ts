import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { node, root } from "../../scripts/setup/project.mjs";

/** Beyond the first ones, which Node itself keeps from the programs that it starts. */
const INHERITED = 40;

/** Prints what a program that the process starts at its end has open, and nothing else. */
const probe = `
  import { execFileSync } from "node:child_process";
  process.on("exit", () => process.stdout.write(execFileSync("ls", ["/proc/self/fd"])));
`;

test.skipIf(process.platform !== "linux")(
  "the server passes no file on that was open when it was started",
  () => {
    const file = openSync(fileURLToPath(import.meta.url), "r");
    const between = new Array<"ignore">(INHERITED - 3).fill("ignore");
    try {
      const started = (script: string) =>
        spawnSync(node, ["--import", `data:text/javascript,${probe}`, script], {
          cwd: root,
          // Without a build, the server ends as soon as it is loaded.
          env: { PATH: process.env.PATH, NODE_ENV: "production", ERRATA_DIST_DIR: "none" },
          stdio: ["ignore", "pipe", "pipe", ...between, file],
          encoding: "utf8",
        }).stdout.split("\n");
      expect(started("scripts/setup/project.mjs")).toContain(String(INHERITED));
      // The fourth is the list itself.
      expect(started("scripts/server.mjs").join(" ").trim()).toBe("0 1 2 3");
    } finally {
      closeSync(file);
    }
  },
);
