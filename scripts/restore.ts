import "./runtime.ts";
import { resolve } from "node:path";
import { restoreBackup } from "../lib/services/backup/restore.ts";
import { CommandError } from "./command.ts";
import { runOnData } from "./data-command.ts";

const USAGE = `npm run restore -- FOLDER
Replaces the databases and repositories with those in a backup. Stop Errata first.`;

await runOnData(USAGE, async (settings, [folder, ...rest]) => {
  if (folder === undefined || rest.length > 0) throw new CommandError(USAGE);
  const earlier = await restoreBackup(settings, resolve(folder), Date.now());
  console.log(`Restored ${folder}`);
  if (earlier !== null) console.log(`The earlier files are in ${earlier}`);
  return 0;
});
