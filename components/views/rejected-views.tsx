"use client";

import type { UnsavedChange } from "../../lib/outbox/unsent-outboxes.ts";
import { usePersonalChanges } from "../app/personal-changes.ts";
import { Notice } from "../ui/notice.tsx";

/** Says which changes of views the server rejected after they had waited for the connection. */
export function RejectedViews(props: { projectId: string; className?: string }) {
  const { rejected, dismiss } = usePersonalChanges(props.projectId);
  const views = rejected.filter(({ kind }) => kind !== "mark_read");
  if (views.length === 0) return null;
  return (
    <div className={props.className}>
      {views.map((change) => (
        <Notice key={change.id} tone="bad" role="alert">
          <span className="untrusted">{whatFailed(change)}</span> {change.problem}{" "}
          <button type="button" className="underline" onClick={() => dismiss(change.id)}>
            Dismiss
          </button>
        </Notice>
      ))}
    </div>
  );
}

function whatFailed(change: UnsavedChange): string {
  if (change.kind === "create_view") return `The view “${change.view.name}” wasn't saved.`;
  if (change.kind === "update_view") return `Your changes to “${change.name}” weren't saved.`;
  if (change.kind === "delete_view") return `The view “${change.name}” wasn't deleted.`;
  return "Your order of views or default view wasn't saved.";
}
