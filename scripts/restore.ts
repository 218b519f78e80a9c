import "./runtime.ts";
import { resolve } from "node:path";
import { restoreBackup } from "../lib/services/backup/restore.ts";
import { CommandError } from "./command.ts";
import { runOnData } from "./data-command.ts";

const USAGE = `npm run restore -- PATH
Replaces the databases and repositories with those in a backup's path, or one database with its copy in
DATA_DIR/backups. Stop Errata first.`;

await runOnData(USAGE, async (settings, [path, ...rest]) => {
  if (path === undefined || rest.length > 0) throw new CommandError(USAGE);
  const earlier = await restoreBackup(settings, resolve(path), Date.now());
  console.log(`Restored ${path}`);
  if (earlier !== null) console.log(`The earlier files are in ${earlier}`);
  return 0;
});
