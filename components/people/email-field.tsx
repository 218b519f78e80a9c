import { EMAIL_LENGTH } from "../../lib/contract/api/limits.ts";
import { TextField } from "../ui/text-field.tsx";

/** Field for the signed-in person's own email address. */
export function EmailField(props: {
  value: string;
  readOnly?: boolean;
  onChange: (email: string) => void;
}) {
  return (
    <TextField
      label="Email address"
      type="email"
      autoComplete="username"
      required
      maxLength={EMAIL_LENGTH}
      readOnly={props.readOnly}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
