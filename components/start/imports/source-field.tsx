import { SOURCE_NAME_LENGTH, sourceNameOf } from "../../../lib/contract/api/source-names.ts";
import { TextField } from "../../ui/text-field.tsx";

/** Where a file is from. Empty for Errata's own exports, whose IDs are the platform's. */
export function SourceField(props: { value: string; onChange: (source: string) => void }) {
  const { value, onChange } = props;
  const source = sourceNameOf(value);
  return (
    <TextField
      label="Source name"
      name="source"
      autoComplete="off"
      value={value}
      maxLength={SOURCE_NAME_LENGTH}
      onChange={({ target }) => onChange(target.value)}
      hint={
        source === ""
          ? "The file's IDs are used as they are, as for Errata's own exports."
          : `Keeps this file's items apart from those of other tools: item 1 is stored as ${source}:1. Use the same name for this tool's next file.`
      }
    />
  );
}
