import "./segmented.css";

/** A choice between a few ways to show something, side by side. */
export function Segmented<Value extends string>(props: {
  /** The choice's name, for screen readers. */
  legend: string;
  /** The radio buttons' name, unique on the page. */
  name: string;
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChoose: (value: Value) => void;
  /** The key that switches to the other option. */
  shortcut?: string;
  className?: string;
}) {
  const { legend, name, value, onChoose, shortcut, className = "" } = props;
  const options: [string, string][] = Object.entries(props.options);
  const isOption = (text: string): text is Value => Object.hasOwn(props.options, text);
  return (
    <fieldset
      className={`segmented ${className}`}
      title={shortcut && `${legend} (${shortcut})`}
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && isOption(target.value)) onChoose(target.value);
      }}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option} data-chosen={option === value}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            // Changes bubble to the group.
            onChange={() => undefined}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
