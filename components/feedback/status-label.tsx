import { CheckCircle2, Circle, CircleDot, CircleHelp, CircleSlash } from "lucide-react";
import { displayable } from "../../lib/text/displayable.ts";

// A map, as a platform may name a status like a property that every object has.
const LOOK = new Map<string, { icon: typeof Circle; label: string; className: string }>([
  ["pending", { icon: Circle, label: "Pending", className: "text-muted" }],
  ["in_progress", { icon: CircleDot, label: "In progress", className: "text-accent" }],
  ["resolved", { icon: CheckCircle2, label: "Resolved", className: "text-good" }],
  ["dismissed", { icon: CircleSlash, label: "Dismissed", className: "text-muted" }],
]);

/** The word for a review status; a status that nobody documented is shown as it came. */
export function statusName(status: string): string {
  return LOOK.get(status)?.label ?? displayable(status);
}

/** A status as a word with an icon, never a colour alone. `compact` keeps the word for readers. */
export function StatusLabel({ status, compact = false }: { status: string; compact?: boolean }) {
  const { icon: Icon, className } = LOOK.get(status) ?? {
    icon: CircleHelp,
    className: "text-warn",
  };
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden size={14} className={`shrink-0 ${className}`} />
      <span className={`truncate ${compact ? "@max-xl:sr-only" : ""}`}>{statusName(status)}</span>
    </span>
  );
}
