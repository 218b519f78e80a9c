import type { ReactNode } from "react";
import type { ImportItem } from "../../../lib/contract/api/import.ts";
import { parseInstant } from "../../../lib/contract/platform/dates.ts";
import { FIELD_NAMES, FIELDS, type Field } from "../../../lib/table-file/field-names.ts";
import type { MappedRow } from "../../../lib/table-file/plan-import.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Time } from "../../app/time.tsx";
import { sourceName } from "../../feedback/source-label.tsx";

const PREVIEW_ROWS = 10;
/** Characters of a cell. */
const CELL_LENGTH = 200;

/** The first rows as they would be imported. */
export function ImportPreview({ rows }: { rows: MappedRow[] }) {
  return (
    <section
      aria-label="Preview"
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line"
    >
      <table className="w-full text-left text-xs" data-testid="import-preview">
        <thead>
          <tr className="border-line border-b">
            <th className="px-2 py-1">Row</th>
            {FIELD_NAMES.map((field) => (
              <th key={field} className="px-2 py-1">
                {FIELDS[field].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, PREVIEW_ROWS).map((row) => (
            <tr key={row.row.line}>
              <td className="px-2 py-1 text-muted">{row.row.line}</td>
              {"item" in row ? (
                FIELD_NAMES.map((field) => (
                  <td key={field} className="max-w-56 truncate px-2 py-1">
                    {field === "date" ? (
                      <PreviewDate createdAt={row.item.value.createdAt} />
                    ) : (
                      displayable(shown(field, row.item.value)).slice(0, CELL_LENGTH)
                    )}
                  </td>
                ))
              ) : (
                <td colSpan={FIELD_NAMES.length} className="px-2 py-1 text-bad">
                  {row.problem}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** In the zone of the person, who sees there whether times are read in the right one. A day alone has no time. */
function PreviewDate({ createdAt }: Pick<ImportItem["value"], "createdAt">): ReactNode {
  const at = createdAt && createdAt.length > DAY_LENGTH ? parseInstant(createdAt) : null;
  return at === null ? createdAt : <Time at={at} exact />;
}

/** Characters of a day such as 2026-05-01. */
const DAY_LENGTH = 10;

function shown(field: Exclude<Field, "date">, value: ImportItem["value"]): string {
  const { helpful } = value;
  const rating = helpful === true ? "Helpful" : helpful === false ? "Not helpful" : helpful;
  const texts: Record<typeof field, string | null | undefined> = {
    comment: value.comment,
    page: value.path,
    rating,
    source: value.source && sourceName(value.source),
    email: value.contact,
    id: value.id,
  };
  return texts[field] ?? "";
}
