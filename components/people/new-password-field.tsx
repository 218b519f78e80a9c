import { PASSWORD_LENGTH } from "../../lib/contract/api/limits.ts";
import { TextField } from "../ui/text-field.tsx";

/** A password that is chosen now. */
export function NewPasswordField(props: {
  label: string;
  value: string;
  onChange: (password: string) => void;
}) {
  return (
    <TextField
      label={props.label}
      hint={`${PASSWORD_LENGTH.minimum} characters at least.`}
      type="password"
      autoComplete="new-password"
      required
      minLength={PASSWORD_LENGTH.minimum}
      maxLength={PASSWORD_LENGTH.maximum}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
