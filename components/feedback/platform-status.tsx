import { statusName } from "./status-label.tsx";

/** Marks an item whose status on the platform differs from the team's. */
export function PlatformStatus({ status }: { status: string }) {
  return (
    <span
      data-testid="platform-status"
      className="untrusted max-w-40 shrink-0 truncate rounded border border-line px-1 text-muted text-xs"
    >
      Platform: {statusName(status)}
    </span>
  );
}
