import "./runtime.ts";
import { parseArgs } from "node:util";
import { CommandError, findProject, runOnPlatform } from "./command.ts";
import { openFeedbackFile } from "./feedback-file/open.ts";

const USAGE = `npm run import -- FILE [--project ID]
FILE is JSON (an array of feedback, or an export page), NDJSON, or CSV with a header, optionally compressed with
gzip. Importing the same file twice changes nothing. See docs/import.md.`;

/** Names of ignored columns that are listed. The rest are only counted. */
const MAX_NAMES = 10;

await runOnPlatform(async (platform, parameters, record) => {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { project: { type: "string" } },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new CommandError(USAGE);
  const projectId = await findProject(platform, values.project);
  const { description, unit, items } = await openFeedbackFile(file);
  console.log(`Reading ${file}: ${description}`);
  await record("started importing items into", projectId);
  const report = await platform.importEntries(projectId, items);
  console.log(`Imported ${file} into project ${projectId}`);
  const { accepted, updated, unchanged, deleted, rejected, reasons, ignored } = report;
  await record("imported", `${accepted + updated} items into ${projectId}`);
  console.log(
    `accepted ${accepted}, updated ${updated}, unchanged ${unchanged}, rejected ${rejected}`,
  );
  if (deleted > 0) {
    const items = deleted === 1 ? "1 item" : `${deleted} items`;
    console.log(`Skipped ${items} that ${deleted === 1 ? "was" : "were"} deleted in Errata`);
  }
  if (ignored.length > 0) console.log(ignoredColumns(ignored));
  for (const { line, reason } of reasons) console.log(`  ${unit} ${line}: ${printable(reason)}`);
  if (rejected > reasons.length) console.log(`  and ${rejected - reasons.length} more`);
  return rejected > 0 ? 1 : 0;
});

function ignoredColumns(names: string[]): string {
  const listed = names.slice(0, MAX_NAMES).map((name) => printable(name).slice(0, 60));
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "";
  const columns = names.length === 1 ? "column" : "columns";
  return `Ignored ${names.length} unknown ${columns}: ${listed.join(", ")}${more}`;
}

/** Text from the file must not control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
