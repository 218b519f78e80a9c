import type { InputHTMLAttributes } from "react";
import { fieldClass } from "./field.ts";

/** A labeled text field with an optional hint. @param props.className its width; all there is by default */
export function TextField({
  label,
  hint,
  className = "",
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: string }) {
  return (
    <label className="flex min-w-0 flex-col gap-1">
      <span className="text-muted">{label}</span>
      <input {...input} className={`${fieldClass} h-8 ${className}`} />
      {hint && <span className="text-muted text-xs">{hint}</span>}
    </label>
  );
}
