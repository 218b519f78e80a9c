import { useId } from "react";
import { fieldClass } from "./field.ts";

/** A labeled list. `options` are values with their texts. */
export function SelectField<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
  /** Whether the label is only for screen readers, because the text beside says the same. */
  isLabelHidden?: boolean;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={props.isLabelHidden ? "sr-only" : "text-muted"}>
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
