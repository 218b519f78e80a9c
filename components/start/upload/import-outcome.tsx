import type { ImportResult } from "../../../lib/contract/api/import.ts";
import { type RejectedRow, rejectedCsv } from "../../../lib/table-file/rejected-csv.ts";
import type { Table } from "../../../lib/table-file/table.ts";
import { Button } from "../../ui/button.tsx";
import { download } from "../../ui/download.ts";

/** The results of importing a file's rows. */
export type Outcome = Omit<ImportResult, "rejected" | "emptied" | "number"> & {
  rejected: RejectedRow[];
};

/** Shows the result of importing a file, and offers the rejected rows as a file. */
export function ImportOutcome(props: {
  outcome: Outcome;
  /** How the file was read, in sentences. */
  decisions: string[];
  table: Table;
  name: string;
}) {
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
      {props.decisions.length > 0 && (
        <ul className="list-disc pl-5 text-muted">
          {props.decisions.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
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
