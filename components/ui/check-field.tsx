import type { InputHTMLAttributes, ReactNode } from "react";

/** A labeled checkbox, or a radio button, with an optional hint. */
export function CheckField({
  label,
  hint,
  type = "checkbox",
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: ReactNode;
  hint?: string;
  type?: "checkbox" | "radio";
}) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-2">
      <input {...input} type={type} className="mt-0.5 size-4 shrink-0" />
      <span>
        {label}
        {hint && <span className="block text-muted">{hint}</span>}
      </span>
    </label>
  );
}
