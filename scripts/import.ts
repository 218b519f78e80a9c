import "./runtime.ts";
import { parseArgs } from "node:util";
import { CommandError, findProject, runOnPlatform } from "./command.ts";
import { openFeedbackFile } from "./feedback-file.ts";

const USAGE = `npm run import -- FILE [--project ID]
FILE is JSON (an array of feedback, or an export page) or NDJSON. Importing a file twice changes nothing.`;

await runOnPlatform(async (platform, parameters, record) => {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { project: { type: "string" } },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE);
  const projectId = await findProject(platform, values.project);
  const { unit, items } = await openFeedbackFile(file);
  const report = await platform.importEntries(projectId, items);
  console.log(`Imported ${file} into project ${projectId}`);
  const { accepted, updated, unchanged, rejected, reasons } = report;
  await record("imported", `${accepted + updated} items into ${projectId}`);
  console.log(
    `accepted ${accepted}, updated ${updated}, unchanged ${unchanged}, rejected ${rejected}`,
  );
  for (const { line, reason } of reasons) {
    // Text from the file must not control the terminal.
    console.log(`  ${unit} ${line}: ${reason.replace(/\p{Cc}+/gu, " ")}`);
  }
  if (rejected > reasons.length) console.log(`  and ${rejected - reasons.length} more`);
  return rejected > 0 ? 1 : 0;
});
