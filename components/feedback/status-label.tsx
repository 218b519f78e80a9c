import { displayable } from "../../lib/text/displayable.ts";

// A map, because a platform could send a status named like an object property ("constructor").
const STATUSES = new Map<string, { label: string; className: string }>([
  ["pending", { label: "Pending", className: "icon-circle" }],
  ["in_progress", { label: "In progress", className: "icon-circle-half" }],
  ["resolved", { label: "Resolved", className: "icon-circle-check" }],
  ["dismissed", { label: "Dismissed", className: "icon-circle-slash" }],
]);
const UNKNOWN = "icon-circle-question-mark before:text-warn";

/** Returns the label of a status. Unknown statuses keep their name. */
export function statusName(status: string): string {
  return STATUSES.get(status)?.label ?? displayable(status);
}

/** Returns the classes of a status's icon, for an element that shows an icon before its text. */
export function statusClass(status: string): string {
  return STATUSES.get(status)?.className ?? UNKNOWN;
}

/** A status as an icon and a label. */
export function StatusLabel({ status }: { status: string }) {
  return (
    <span className={`with-icon min-w-0 truncate ${statusClass(status)}`}>
      {statusName(status)}
    </span>
  );
}
