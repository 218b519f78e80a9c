import type { ReactNode } from "react";

/** Replaces an empty list: says what will be listed, and as children what to do now. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <p className="font-medium text-ink text-sm">{title}</p>
      {children}
    </div>
  );
}
