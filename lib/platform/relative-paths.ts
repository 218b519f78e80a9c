import "server-only";
import { realpathSync } from "node:fs";
import { sep } from "node:path";

/** Text in which paths within `folder`, an absolute path, are relative to it. */
export function relativizePaths(text: string, folder: string): string {
  return namesOf(folder).reduce(
    (left, name) =>
      left.replace(new RegExp(`(?<![\\w.~-])(?<!\\w/)${RegExp.escape(name)}/`, "g"), ""),
    text,
  );
}

/** As it was given, and as the system may name it where a part of it is a link. */
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
