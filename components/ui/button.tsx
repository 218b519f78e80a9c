import type { ButtonHTMLAttributes } from "react";

const VARIANTS = {
  primary: "border-transparent bg-accent text-accent-ink hover:opacity-90 disabled:opacity-50",
  plain: "border-line bg-surface text-ink hover:bg-raised disabled:text-muted",
  quiet: "border-transparent text-muted hover:bg-sunken hover:text-ink disabled:opacity-50",
  danger: "border-line bg-surface text-bad hover:bg-bad-soft disabled:opacity-50",
} as const;

/** Returns the classes of a button, for links that are styled as one. */
export function buttonClass(variant: keyof typeof VARIANTS = "plain"): string {
  return `inline-flex h-7 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border px-2.5 font-medium ${VARIANTS[variant]}`;
}

export function Button({
  variant = "plain",
  className = "",
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: keyof typeof VARIANTS }) {
  return <button type="button" className={`${buttonClass(variant)} ${className}`} {...rest} />;
}
