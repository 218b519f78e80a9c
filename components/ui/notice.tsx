import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "./icons.tsx";

const ICONS = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert } as const;

/** A message that says what happened and what to do about it. */
export function Notice(props: {
  tone: keyof typeof ICONS;
  children: ReactNode;
  role?: "alert" | "status";
}) {
  const { tone } = props;
  const Icon = ICONS[tone];
  return (
    <div role={props.role} className={`notice notice-${tone}`}>
      <Icon />
      <div>{props.children}</div>
    </div>
  );
}
