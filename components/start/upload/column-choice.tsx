import { FIELD_NAMES, FIELDS, type Field } from "../../../lib/table-file/field-names.ts";
import type { ImportChoices } from "../../../lib/table-file/plan-import.ts";
import { SelectField } from "../../ui/select-field.tsx";

/** No column has a line break as its name. */
const OPEN = "\n";

/** One choice of a column for each field. Comments can be in several columns. */
export function ColumnChoice(props: {
  columns: string[];
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}) {
  const { choices, onChange } = props;
  const { moreComments } = choices;
  const names = props.columns.map((column) => [column, column] as const);
  const rest = names.filter(
    ([name]) => name !== choices.columns.comment && !moreComments.includes(name),
  );
  const isOpen = (field: Field) => field !== "comment" && choices.open[field] !== undefined;
  const setMore = (at: number, column: string) => {
    const changed =
      column === "" ? moreComments.toSpliced(at, 1) : moreComments.toSpliced(at, 1, column);
    onChange({
      ...choices,
      moreComments: changed,
      open: withoutColumn(choices.open, "comment", column),
    });
  };
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
      {FIELD_NAMES.map((field) => (
        <SelectField
          key={field}
          label={FIELDS[field].label}
          value={choices.columns[field] ?? (isOpen(field) ? OPEN : "")}
          options={[
            ...(isOpen(field) ? ([[OPEN, "Choose…"]] as const) : []),
            ["", "No column"],
            ...names,
          ]}
          onChange={(column) => {
            if (column === OPEN) return;
            const columns = { ...choices.columns, [field]: column || null };
            // What ratings and dates mean depends on their columns.
            const rating = { thresholds: null, votes: {}, others: null };
            onChange({
              ...choices,
              columns,
              open: withoutColumn(choices.open, field, column),
              ...(field === "rating" && { rating }),
              ...(field === "date" && { dateOrder: null }),
            });
          }}
        />
      ))}
      {choices.columns.comment !== null &&
        [...moreComments, ""].map((column, at) => (
          <SelectField
            key={column}
            label="Comment, continued"
            value={column}
            options={[
              ["", "No column"],
              ...(column === "" ? [] : ([[column, column]] as const)),
              ...rest,
            ]}
            onChange={(chosen) => setMore(at, chosen)}
          />
        ))}
    </div>
  );
}

/** A field with a chosen column is open no more; of columns that may belong to the comment, the others still are. */
function withoutColumn(
  before: ImportChoices["open"],
  field: Field,
  column: string,
): ImportChoices["open"] {
  const { [field]: names = [], ...open } = before;
  const rest = field === "comment" ? names.filter((name) => name !== column) : [];
  return rest.length > 0 ? { ...open, [field]: rest } : open;
}
