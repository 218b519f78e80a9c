import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gitIn } from "./repository.ts";

/** What a repository has at a path: a text, or where a symbolic link leads. */
export type Contents = Record<string, string | { link: string }>;

/** Creates a bare repository with one commit on `main` and returns its folder, which the caller removes. */
export function documentationOf(contents: Contents): string {
  const origin = mkdtempSync(join(tmpdir(), "errata-docs-"));
  const work = mkdtempSync(join(tmpdir(), "errata-docs-work-"));
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    if (typeof content === "string") writeFileSync(join(work, path), content);
    else symlinkSync(content.link, join(work, path));
  }
  gitIn(origin, "init", "-q", "--bare", "-b", "main");
  gitIn(work, "init", "-q", "-b", "main");
  gitIn(work, "add", "-A");
  gitIn(work, "commit", "-qm", "First");
  gitIn(work, "push", "-q", origin, "main");
  rmSync(work, { recursive: true });
  return origin;
}
