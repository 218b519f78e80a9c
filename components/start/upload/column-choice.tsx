import { FIELD_NAMES, FIELDS, type Field } from "../../../lib/table-file/field-names.ts";
import type { ImportChoices } from "../../../lib/table-file/plan-import.ts";
import { SelectField } from "../../ui/select-field.tsx";

interface Props {
  columns: string[];
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}

/** The meaning of ratings before anything is chosen. */
const NO_RATING = { thresholds: null, votes: {}, others: null };

/** One choice of a column for each field. Comments can be in several columns. */
export function ColumnChoice(props: Props) {
  const { columns, choices, onChange } = props;
  const isOpen = (field: Field) => field !== "comment" && choices.open[field] !== undefined;
  const choose = (field: Field, column: string) =>
    onChange({
      ...choices,
      columns: { ...choices.columns, [field]: column || null },
      open: withoutColumn(choices.open, field, column),
      // The meaning of ratings and dates depends on their columns.
      ...(field === "rating" && { rating: NO_RATING }),
      ...(field === "date" && { dateOrder: null }),
    });
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
      {FIELD_NAMES.map((field) => (
        <SelectField
          key={field}
          label={FIELDS[field].label}
          value={choices.columns[field] ?? (isOpen(field) ? null : "")}
          options={[NO_COLUMN, ...columns.map(named)]}
          onChange={(column) => choose(field, column)}
        />
      ))}
      {choices.columns.comment !== null && <MoreComments {...props} />}
    </div>
  );
}

const NO_COLUMN = ["", "No column"] as const;

function named(column: string): readonly [string, string] {
  return [column, column];
}

/** The further columns of a comment, and one more. */
function MoreComments({ columns, choices, onChange }: Props) {
  const { moreComments } = choices;
  const rest = columns.filter(
    (name) => name !== choices.columns.comment && !moreComments.includes(name),
  );
  const choose = (at: number, column: string) =>
    onChange({
      ...choices,
      moreComments:
        column === "" ? moreComments.toSpliced(at, 1) : moreComments.toSpliced(at, 1, column),
      open: withoutColumn(choices.open, "comment", column),
    });
  return [...moreComments, ""].map((column, at) => (
    <SelectField
      key={column}
      label="Comment, continued"
      value={column}
      options={[NO_COLUMN, ...(column === "" ? rest : [column, ...rest]).map(named)]}
      onChange={(chosen) => choose(at, chosen)}
    />
  ));
}

/**
 * Removes from the open questions the field whose column was chosen. Other columns that may belong to the comment
 * stay open.
 */
function withoutColumn(
  before: ImportChoices["open"],
  field: Field,
  column: string,
): ImportChoices["open"] {
  const { [field]: names = [], ...open } = before;
  const rest = field === "comment" ? names.filter((name) => name !== column) : [];
  return rest.length > 0 ? { ...open, [field]: rest } : open;
}
