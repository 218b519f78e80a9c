import "./runtime.ts";
import { resolve } from "node:path";
import { verifyBackup, verifyData } from "../lib/services/backup/verify.ts";
import { CommandError } from "./command.ts";
import { runOnData } from "./data-command.ts";

const USAGE = `npm run verify [-- FOLDER]
Checks the databases, or a backup: every page, counts against items, and searches against items.`;

await runOnData(USAGE, async (settings, [folder, ...rest]) => {
  if (rest.length > 0) throw new CommandError(USAGE);
  const problems =
    folder === undefined ? await verifyData(settings) : await verifyBackup(resolve(folder));
  for (const problem of problems) console.error(problem);
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  console.log(problems.length === 0 ? "No problems found" : `${count} found`);
  return problems.length === 0 ? 0 : 1;
});
