import type { ImportResult } from "../../../lib/contract/api/import.ts";
import type { Table } from "../../../lib/table-file/read-table.ts";
import { type RejectedRow, rejectedCsv } from "../../../lib/table-file/rejected-csv.ts";
import { Button } from "../../ui/button.tsx";

/** What became of a file's rows. */
export type Outcome = Omit<ImportResult, "rejected" | "emptied" | "number"> & {
  rejected: RejectedRow[];
};

/** Says what became of a file, and offers the rejected rows as a file. */
export function ImportOutcome(props: { outcome: Outcome; table: Table; name: string }) {
  const { outcome, table, name } = props;
  const { added, updated, unchanged, deleted, rejected } = outcome;
  const number = (count: number) => count.toLocaleString("en");
  return (
    <div className="flex flex-col gap-2" data-testid="import-outcome">
      <p>
        {number(added)} added, {number(updated)} updated, {number(unchanged)} unchanged
        {deleted > 0 &&
          `, ${number(deleted)} skipped because ${deleted === 1 ? "it was" : "they were"} deleted in Errata`}
        , {number(rejected.length)} rejected
      </p>
      {rejected.length > 0 && (
        <Button
          className="self-start"
          onClick={() => download(`${name}-rejected.csv`, rejectedCsv(table, rejected))}
        >
          Download rejected rows
        </Button>
      )}
    </div>
  );
}

function download(name: string, csv: string): void {
  // Spreadsheets take UTF-8 for another encoding without a byte order mark.
  const url = URL.createObjectURL(new Blob(["\uFEFF", csv], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
