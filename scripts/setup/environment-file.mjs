import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, UserError } from "./project.mjs";

/** Loads the project's .env file, if there is one. Variables that are already set keep their value. */
export function loadEnvironmentFile() {
  const file = join(root, ".env");
  if (!existsSync(file)) return;
  if (!process.loadEnvFile) throw new UserError("Reading .env requires Node 20.12 or newer.");
  process.loadEnvFile(file);
}
