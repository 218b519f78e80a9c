import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { createOutput } from "../../lib/platform/agent/output.ts";
import { createRedactor } from "../../lib/platform/agent/redact.ts";
import { findPages } from "../../lib/platform/jobs/job-pages.ts";
import { filesFor } from "./find-files.ts";

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
    work: (
      prompt: string,
      more: { earlier?: string[]; reportOnly?: boolean; signal?: AbortSignal } = {},
    ) => {
      const output = createOutput(createRedactor(parseConfig({})));
      return { folder, prompt, pages: [], earlier: [], job: "job_test", output, signal, ...more };
    },
    /** The pages that a prompt names, with their files in the folder. */
    pagesOf: async (prompt: string) => {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
        .map((path) => ({ path, id: path, size: statSync(place(path)).size }));
      const read = async (wanted: readonly { path: string }[]) =>
        wanted.map(({ path }) => readFileSync(place(path)));
      const find = (addresses: readonly string[]) => filesFor({ files, read }, addresses);
      return findPages(prompt, { files, find, known: [] });
    },
    write: (path: string, content: string): void => {
      mkdirSync(dirname(place(path)), { recursive: true });
      writeFileSync(place(path), content);
    },
    read: (path: string) => readFileSync(place(path), "utf8"),
  };
}
