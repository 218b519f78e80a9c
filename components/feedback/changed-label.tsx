import { statusName } from "./status-label.tsx";

/** Marks an item that came back because its reader added something after it was decided. */
export function ChangedLabel({ since }: { since: string }) {
  return <span className="tag">Changed since {statusName(since).toLowerCase()}</span>;
}
