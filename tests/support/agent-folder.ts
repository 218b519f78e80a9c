import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { createOutput } from "../../lib/platform/agent/output.ts";
import { createRedactor } from "../../lib/platform/agent/redact.ts";

/** Creates a folder for an agent before each test of the file. */
export function agentFolder() {
  const signal = new AbortController().signal;
  let folder = "";
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "errata-agent-")));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const place = (path = "") => join(folder, path);
  return {
    /** The folder, or a path in it. */
    place,
    /** What a job passes to its agent. */
    work: (prompt: string, more: { earlier?: string[]; signal?: AbortSignal } = {}) => {
      const output = createOutput(createRedactor(parseConfig({})));
      return { folder, prompt, earlier: [], job: "job_test", output, signal, ...more };
    },
    write: (path: string, content: string): void => {
      mkdirSync(dirname(place(path)), { recursive: true });
      writeFileSync(place(path), content);
    },
    read: (path: string) => readFileSync(place(path), "utf8"),
  };
}
