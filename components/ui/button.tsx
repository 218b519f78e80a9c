import type { ButtonHTMLAttributes } from "react";

type Variant = "primary" | "plain" | "quiet" | "danger";

/** Returns the classes of a button, for links that are styled as one. */
export function buttonClass(variant: Variant = "plain"): string {
  return `button button-${variant}`;
}

export function Button({
  variant = "plain",
  className = "",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: Variant }) {
  return <button type="button" className={`${buttonClass(variant)} ${className}`} {...rest} />;
}
