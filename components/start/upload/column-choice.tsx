import { useId } from "react";
import { type ColumnMapping, FIELD_NAMES, FIELDS } from "../../../lib/table-file/column-mapping.ts";
import { fieldClass } from "../../ui/field.ts";

const UNRATED: [ColumnMapping["unrated"], string][] = [
  ["rejected", "Reject"],
  ["helpful", "Count as helpful"],
  ["not helpful", "Count as not helpful"],
];

/** One choice of a column for each field, and what rows without a rating count as. */
export function ColumnChoice(props: {
  columns: string[];
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
}) {
  const { mapping, onChange } = props;
  const names = [...new Set(props.columns)].map((column): [string, string] => [column, column]);
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
      {FIELD_NAMES.map((field) => (
        <Choice
          key={field}
          label={FIELDS[field].label}
          value={mapping.columns[field] ?? ""}
          options={[["", "No column"], ...names]}
          onChange={(column) =>
            onChange({ ...mapping, columns: { ...mapping.columns, [field]: column || null } })
          }
        />
      ))}
      <Choice
        label="Rows without a rating"
        value={mapping.unrated}
        options={UNRATED}
        onChange={(unrated) => onChange({ ...mapping, unrated })}
      />
    </div>
  );
}

/** A labeled list. `options` are values with their texts. */
function Choice<Value extends string>(props: {
  label: string;
  value: Value;
  options: [Value, string][];
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-muted">
        {props.label}
      </label>
      <select
        id={id}
        className={fieldClass}
        value={props.value}
        onChange={({ target }) => props.onChange(target.value as Value)}
      >
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
