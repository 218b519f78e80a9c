import type { TextareaHTMLAttributes } from "react";

/** A labeled field for several lines in a fixed-width font. */
export function TextArea({
  label,
  ...textarea
}: TextareaHTMLAttributes<HTMLTextAreaElement> & { label: string }) {
  return (
    <label className="flex flex-col gap-1">
      <span className="text-muted">{label}</span>
      <textarea
        {...textarea}
        className="w-full rounded-md border border-line-strong bg-surface p-2 font-mono text-xs leading-5"
      />
    </label>
  );
}
