import { useId } from "react";
import { fieldClass } from "./field.ts";

/** The value of the option that says that something has to be chosen. No value of ours has a line break. */
const UNCHOSEN = "\n";

/** A labeled list. `options` are values with their texts. */
export function SelectField<Value extends string>(props: {
  label: string;
  /** Null while nothing is chosen. */
  value: Value | null;
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value) => void;
  /** Whether the label is only for screen readers, because the text beside says the same. */
  isLabelHidden?: boolean;
}) {
  const { value: current, options } = props;
  const id = useId();
  const choose = (text: string) => {
    const option = options.find(([value]) => value === text);
    if (option) props.onChange(option[0]);
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={props.isLabelHidden ? "sr-only" : "text-muted"}>
        {props.label}
      </label>
      <select
        id={id}
        className={fieldClass}
        value={current ?? UNCHOSEN}
        onChange={({ target }) => choose(target.value)}
      >
        {current === null && <option value={UNCHOSEN}>Choose…</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
