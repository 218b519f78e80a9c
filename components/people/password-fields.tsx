import { PASSWORD_LENGTH } from "../../lib/contract/api/limits.ts";
import { TextField } from "../ui/text-field.tsx";

interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (password: string) => void;
}

/** Field for an existing password. */
export function CurrentPasswordField(props: PasswordFieldProps) {
  return (
    <TextField
      label={props.label}
      type="password"
      autoComplete="current-password"
      required
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

/** Field for choosing a password. */
export function NewPasswordField(props: PasswordFieldProps) {
  return (
    <TextField
      label={props.label}
      hint={`At least ${PASSWORD_LENGTH.minimum} characters`}
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
