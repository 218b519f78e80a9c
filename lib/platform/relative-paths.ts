import "server-only";
import { realpathSync } from "node:fs";
import { sep } from "node:path";

/** Makes absolute paths inside `folder` relative to it, so that messages don't reveal where it is. */
export function relativizePaths(text: string, folder: string): string {
  return namesOf(folder).reduce(
    (left, name) =>
      left.replace(new RegExp(`(?<![\\w.~-])(?<!\\w/)${RegExp.escape(name)}/`, "g"), ""),
    text,
  );
}

/** The folder as given, and with symbolic links resolved. */
function namesOf(folder: string): string[] {
  const names = [folder];
  try {
    names.push(realpathSync(folder));
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!missing) throw error;
  }
  return [...new Set(names)].filter((name) => name !== sep);
}
