import "./runtime.ts";
import { parseArgs } from "node:util";
import { CommandError, projectNamed, runOnPlatform } from "./command.ts";
import { openEntries } from "./entry-file.ts";

const USAGE = `npm run import -- FILE [--project ID]
FILE is JSON (an array of feedback entries, or an export page) or NDJSON.`;

await runOnPlatform(async (platform, parameters, note) => {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { project: { type: "string" } },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE);
  const projectId = await projectNamed(platform, values.project);
  const { unit, items } = await openEntries(file);
  const report = await platform.importEntries(projectId, items);
  const { accepted, updated, unchanged, rejected, reasons } = report;
  await note("imported", `${accepted + updated} entries into ${projectId}`);
  console.log(`Import of ${file} into project ${projectId}`);
  console.log(
    `accepted ${accepted}, updated ${updated}, unchanged ${unchanged}, rejected ${rejected}`,
  );
  for (const { line, reason } of reasons) {
    // A file's own text may not steer the terminal.
    console.log(`  ${unit} ${line}: ${reason.replace(/\p{Cc}+/gu, " ")}`);
  }
  if (rejected > reasons.length) console.log(`  and ${rejected - reasons.length} more`);
  return rejected > 0 ? 1 : 0;
});
