import { TextField } from "../ui/text-field.tsx";

const FIELDS = {
  app: {
    label: "Code",
    hint: "6 digits from your authenticator app",
    inputMode: "numeric",
    autoComplete: "one-time-code",
  },
  recovery: {
    label: "Recovery code",
    hint: "Each code works once",
    inputMode: "text",
    autoComplete: "off",
  },
} as const;

/** Field for a code of a second factor. */
export function CodeField(props: {
  kind: keyof typeof FIELDS;
  value: string;
  onChange: (code: string) => void;
}) {
  return (
    <TextField
      {...FIELDS[props.kind]}
      required
      autoFocus
      maxLength={40}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
