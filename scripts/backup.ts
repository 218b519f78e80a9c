import "./runtime.ts";
import { resolve } from "node:path";
import { createBackup } from "../lib/services/backup/create.ts";
import { CommandError } from "./command.ts";
import { runOnData } from "./data-command.ts";

const USAGE = `npm run backup -- FOLDER
Copies the databases and repositories to a new folder while Errata runs. Restore it with npm run restore.`;

await runOnData(USAGE, async (settings, [folder, ...rest]) => {
  if (folder === undefined || rest.length > 0) throw new CommandError(USAGE);
  const { engine, repositories } = await createBackup(settings, resolve(folder), Date.now());
  const count = repositories.length === 1 ? "1 repository" : `${repositories.length} repositories`;
  console.log(
    `Saved the ${engine === "sqlite" ? "SQLite" : "PostgreSQL"} database and ${count} to ${folder}`,
  );
  return 0;
});
