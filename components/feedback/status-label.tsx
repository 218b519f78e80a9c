import { displayable } from "../../lib/text/displayable.ts";
import {
  Circle,
  CircleCheck,
  CircleDot,
  CircleHelp,
  CircleSlash,
  type Icon,
} from "../ui/icons.tsx";

// A map, because a platform could send a status named like an object property ("constructor").
const STATUSES = new Map<string, { icon: Icon; label: string; className: string }>([
  ["pending", { icon: Circle, label: "Pending", className: "text-muted" }],
  ["in_progress", { icon: CircleDot, label: "In progress", className: "text-accent" }],
  ["resolved", { icon: CircleCheck, label: "Resolved", className: "text-good" }],
  ["dismissed", { icon: CircleSlash, label: "Dismissed", className: "text-muted" }],
]);

/** Returns the label of a status. Unknown statuses keep their name. */
export function statusName(status: string): string {
  return STATUSES.get(status)?.label ?? displayable(status);
}

/** A status as an icon and a label. `compact` hides the label in a narrow list, but not from screen readers. */
export function StatusLabel({ status, compact = false }: { status: string; compact?: boolean }) {
  const { icon: Icon, className } = STATUSES.get(status) ?? {
    icon: CircleHelp,
    className: "text-warn",
  };
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon size={14} className={`shrink-0 ${className}`} />
      <span className={`truncate ${compact ? "@max-xl:sr-only" : ""}`}>{statusName(status)}</span>
    </span>
  );
}
