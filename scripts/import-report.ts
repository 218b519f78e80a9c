import { type EmptiedCounts, emptiedText } from "../lib/contract/api/erasable-fields.ts";
import type { ImportRecord } from "../lib/contract/api/import.ts";
import type { ImportReport } from "../lib/platform/import.ts";
import type { ImportCheck } from "../lib/platform/imports/check.ts";

/** How a file was read, for the sentences about it. */
interface Reading {
  /** The unit of the items' positions. */
  unit: string;
  mayErase: boolean;
  source: string | null;
}

/** Names of ignored columns that are listed. The rest are only counted. */
const MAX_NAMES = 10;

/** Returns a report of an import. */
export function importLines(report: ImportReport, reading: Reading): string[] {
  const { accepted, updated, unchanged, rejected, deleted, number, emptied } = report;
  return [
    `accepted ${accepted}, updated ${updated}, unchanged ${unchanged}, rejected ${rejected}`,
    ...(deleted > 0 ? [`Skipped ${items(deleted)} that ${were(deleted)} deleted in Errata`] : []),
    ...erasing(emptied, reading.mayErase ? "Erased" : "Kept", reading.mayErase),
    ...(number === null || accepted + updated === 0
      ? []
      : [`This is import ${number}. To undo it: npm run import -- --undo ${number}`]),
    ...ignoredColumns(report.ignored),
    ...reasons(report, reading.unit),
  ];
}

/** Returns a report of what an import would change. */
export function checkLines(check: ImportCheck, reading: Reading): string[] {
  const { accepted, updated, unchanged, rejected, deleted, emptied, knownWithoutSource } = check;
  const known = items(knownWithoutSource);
  return [
    `Nothing was imported. An import would add ${accepted}, replace ${updated}, leave ${unchanged} unchanged, and reject ${rejected}`,
    ...(deleted > 0
      ? [`It would skip ${items(deleted)} that ${were(deleted)} deleted in Errata`]
      : []),
    ...erasing(emptied, reading.mayErase ? "It would erase" : "It would keep", reading.mayErase),
    ...(accepted > 0 && knownWithoutSource > 0
      ? [
          `${known} ${were(knownWithoutSource)} imported without a source before. To continue, leave out --source`,
        ]
      : []),
    ...ignoredColumns(check.ignored),
    ...reasons(check, reading.unit),
  ];
}

/** One line for each import. */
export function listLines(imports: readonly ImportRecord[]): string[] {
  return imports.map((one) => {
    const { number, startedAt, file, source, by, added, updated, unchanged, rejected } = one;
    const from = source === null ? "" : ` (source ${source})`;
    const counts = `${added} added, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`;
    const time = new Date(startedAt).toISOString();
    return `${number}  ${time}  ${printable(file)}${from}, ${printable(by)}: ${counts}. ${stateText(one)}`;
  });
}

/** Returns a report of an undo. */
export function undoLine({ number, file, undo }: ImportRecord): string {
  const { removed, restored, kept } = undo;
  const text = `Undid import ${number} of ${printable(file)}: deleted ${items(removed)}, restored ${restored}`;
  return kept === 0 ? text : `${text}, kept ${kept} that changed or that the team worked on since`;
}

function stateText({ state, seen, undo }: ImportRecord): string {
  if (state === "undone")
    return `Undone: ${undo.removed} deleted, ${undo.restored} restored, ${undo.kept} kept`;
  if (state === "undoing") return "Undo isn't complete";
  if (state === "finished") return "Finished";
  return `${state === "stopped" ? "Stopped" : "Running"} after ${seen} rows`;
}

function erasing(emptied: EmptiedCounts, verb: string, mayErase: boolean): string[] {
  const text = emptiedText(emptied);
  if (text === null) return [];
  const hint = mayErase ? "" : ". To erase what is empty: --allow-erasing";
  return [`${verb} what the file has empty: ${text} stored${hint}`];
}

function reasons(
  { reasons: listed, rejected }: Pick<ImportReport, "reasons" | "rejected">,
  unit: string,
): string[] {
  const lines = listed.map(({ line, reason }) => `  ${unit} ${line}: ${printable(reason)}`);
  return rejected > listed.length ? [...lines, `  and ${rejected - listed.length} more`] : lines;
}

function ignoredColumns(names: string[]): string[] {
  if (names.length === 0) return [];
  const listed = names.slice(0, MAX_NAMES).map((name) => printable(name).slice(0, 60));
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "";
  const columns = names.length === 1 ? "column" : "columns";
  return [`Ignored ${names.length} unknown ${columns}: ${listed.join(", ")}${more}`];
}

const items = (count: number) => (count === 1 ? "1 item" : `${count} items`);
const were = (count: number) => (count === 1 ? "was" : "were");

/** Text from the file must not control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
