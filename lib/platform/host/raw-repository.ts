import "server-only";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clone } from "./clone.ts";
import { removeFolder } from "./worktree.ts";

/**
 * Turns off everything by which git would change a file's bytes between a commit and a folder: line endings,
 * encodings, `$Id$`, and filters such as Git LFS. `info/attributes` wins over every `.gitattributes`.
 */
const RAW_ATTRIBUTES = "* -text !crlf !eol !working-tree-encoding -ident -filter\n";

/** Writes the attributes of a repository whose files are read and written byte for byte. */
export async function writeRawAttributes(gitFolder: string): Promise<void> {
  await mkdir(join(gitFolder, "info"), { recursive: true, mode: 0o700 });
  await writeFile(join(gitFolder, "info", "attributes"), RAW_ATTRIBUTES);
}

/**
 * Writes the settings of a bare repository that also reads the clone's objects, and keeps the objects and the
 * index that it has. An agent without a sandbox can write there, so this runs again after it.
 * @param objects folders of other objects that it reads
 */
export async function prepareRawRepository(
  folder: string,
  clone: Clone,
  objects: readonly string[] = [],
): Promise<void> {
  for (const name of ["info", "refs", "config", "config.worktree", "commondir", "HEAD"])
    await removeFolder(join(folder, name));
  await removeFolder(join(folder, "objects", "info"));
  await mkdir(join(folder, "refs"), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, "objects", "info"), { recursive: true, mode: 0o700 });
  await writeRawAttributes(folder);
  // A path in this file may contain any character.
  const alternates = join(folder, "objects", "info", "alternates");
  const folders = [join(clone.folder, "objects"), ...objects];
  await writeFile(alternates, folders.map((each) => `${each}\n`).join(""));
  await copyFile(join(clone.folder, "config"), join(folder, "config"));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/work\n");
}
