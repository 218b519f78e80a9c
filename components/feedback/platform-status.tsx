import { statusName } from "./status-label.tsx";

/** Marks an item whose status on the platform differs from the team's. */
export function PlatformStatus({ status }: { status: string }) {
  return <span className="tag untrusted max-w-40 truncate">Platform: {statusName(status)}</span>;
}
