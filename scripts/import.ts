import "./runtime.ts";
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import {
  isSourceName,
  SOURCE_NAME_LENGTH,
  sourceNameOf,
} from "../lib/contract/api/source-names.ts";
import {
  type Command,
  CommandError,
  commandLineActor,
  findProject,
  runOnPlatform,
} from "./command.ts";
import { openFeedbackFile } from "./feedback-file/open.ts";
import { withProgress } from "./import-progress.ts";
import { checkLines, importLines, listLines, undoLine } from "./import-report.ts";

const USAGE = `npm run import -- FILE [--project ID] [--source NAME] [--allow-erasing] [--check]
npm run import -- --list [--project ID]
npm run import -- --undo NUMBER [--project ID]
FILE is JSON (an array of feedback, or an export page), NDJSON, or CSV with a header, optionally compressed with
gzip. Importing the same file twice changes nothing. --check says what would change. See docs/import.md.`;

const OPTIONS = {
  project: { type: "string" },
  source: { type: "string" },
  "allow-erasing": { type: "boolean", default: false },
  check: { type: "boolean", default: false },
  list: { type: "boolean", default: false },
  undo: { type: "string" },
} as const;

/** Options with which nothing is imported. */
const READS = ["--list", "--undo", "--check"];

type Given = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

await runOnPlatform(
  async (command, parameters) => {
    const { values, positionals } = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: OPTIONS,
    });
    const [file, ...rest] = positionals;
    const isOther = values.list || values.undo !== undefined;
    if (rest.length > 0 || isOther === (file !== undefined)) throw new CommandError(USAGE);
    const projectId = await findProject(command.platform, values.project);
    if (file !== undefined) return importFile(command, projectId, { file, ...values });
    return values.undo === undefined
      ? list(command, projectId)
      : undo(command, projectId, values.undo);
  },
  { mayBeNew: !READS.some((option) => process.argv.includes(option)) },
);

async function importFile(
  { platform, record }: Command,
  projectId: string,
  { file, check, source: name, "allow-erasing": mayErase }: Given & { file: string },
): Promise<number> {
  const source = sourceOf(name);
  const opened = await openFeedbackFile(file);
  const { description, unit } = opened;
  console.log(`Reading ${file}: ${description}`);
  const items = withProgress(opened.items, unit, opened.share, {
    write: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY,
    columns: () => process.stderr.columns,
  });
  const choices = { source, mayErase };
  if (check) {
    const report = await platform.imports.check(projectId, items, choices);
    print(checkLines(report, { unit, mayErase, source }));
    return report.rejected > 0 ? 1 : 0;
  }
  await record("started importing items into", projectId);
  const report = await platform.importEntries(projectId, items, {
    ...choices,
    record: {
      key: randomUUID(),
      file: basename(file),
      byId: commandLineActor().id,
      rows: null,
      unreadable: 0,
      decisions: [],
    },
  });
  console.log(`Imported ${file} into project ${projectId}`);
  await record("imported", `${report.accepted + report.updated} items into ${projectId}`);
  print(importLines(report, { unit, mayErase, source }));
  return report.rejected > 0 ? 1 : 0;
}

function sourceOf(name: string | undefined): string | null {
  if (name === undefined) return null;
  const source = sourceNameOf(name);
  if (isSourceName(source)) return source;
  throw new CommandError(
    `--source needs a name with a letter or a digit, up to ${SOURCE_NAME_LENGTH} characters.`,
  );
}

async function list({ imports }: Command, projectId: string): Promise<number> {
  for (let before: number | null = null; ; ) {
    const page = await imports.list(projectId, before);
    print(listLines(page.imports));
    before = page.imports.at(-1)?.number ?? null;
    if (!page.hasMore || before === null) return 0;
  }
}

async function undo({ imports }: Command, projectId: string, number: string): Promise<number> {
  if (!/^\d{1,15}$/.test(number)) {
    throw new CommandError("--undo needs the number of an import. --list shows the numbers.");
  }
  for (;;) {
    const undone = await imports.undo(projectId, Number(number), commandLineActor());
    if (undone.state !== "undone") continue;
    console.log(undoLine(undone));
    return 0;
  }
}

function print(lines: string[]): void {
  for (const line of lines) console.log(line);
}
