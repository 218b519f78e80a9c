import type { ButtonHTMLAttributes } from "react";

/** A small button with an icon. `label` is its accessible name and its tooltip. */
export function IconButton({
  label,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="icon-button hover:bg-sunken disabled:opacity-50"
      {...rest}
    />
  );
}
