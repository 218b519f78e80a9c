import type { PullFile } from "../../lib/contract/api/pull-request.ts";
import { parseHunks } from "../../lib/platform/host/patch.ts";

const LIMIT = { lines: 10_000, characters: 1_000_000 };

/** A changed file; lines start with a space, `+`, or `-`. */
export function changedFile(path: string, ...hunks: string[][]): PullFile {
  let at = 1;
  const patch = hunks.flatMap((lines) => {
    at += 100;
    return [`@@ -${at},9 +${at},9 @@`, ...lines];
  });
  const { hunks: parsed, cut } = parseHunks(path, patch, LIMIT);
  const facts = { additions: 1, deletions: 1, binary: false, version: "a..b" } as const;
  return { path, status: "modified", kind: "file", ...facts, hunks: parsed, cut };
}
