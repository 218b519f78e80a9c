import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "./icons.tsx";

const TONES = {
  info: { icon: Info, className: "bg-raised text-ink" },
  good: { icon: CircleCheck, className: "bg-good-soft text-good" },
  warn: { icon: TriangleAlert, className: "bg-warn-soft text-warn" },
  bad: { icon: CircleAlert, className: "bg-bad-soft text-bad" },
} as const;

/** A message that says what happened and what to do about it. */
export function Notice(props: {
  tone: keyof typeof TONES;
  children: ReactNode;
  role?: "alert" | "status";
}) {
  const { icon: Icon, className } = TONES[props.tone];
  return (
    <div role={props.role} className={`flex items-start gap-2 rounded-md px-3 py-2 ${className}`}>
      <Icon size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">{props.children}</div>
    </div>
  );
}
