import "server-only";
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder and those it is in, for this user only. Node's own `recursive` never ends below `/proc`, where
 * nothing can be created.
 * @throws {Error} the system's
 */
export function createDataFolder(folder: string): void {
  if (existsSync(/* turbopackIgnore: true */ folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) createDataFolder(parent);
  mkdirSync(/* turbopackIgnore: true */ folder, { mode: 0o700 });
}
