import type { InputHTMLAttributes } from "react";
import { fieldClass } from "./field.ts";

/** A labeled text field with an optional hint. */
export function TextField({
  label,
  hint,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: string }) {
  return (
    <label className="flex flex-col gap-1">
      <span className="text-muted">{label}</span>
      <input {...input} className={`${fieldClass} h-8`} />
      {hint && <span className="text-muted text-xs">{hint}</span>}
    </label>
  );
}
